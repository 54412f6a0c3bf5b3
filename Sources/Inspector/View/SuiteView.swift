import Screen

/// The window in which the user saves links as a suite.
struct SuiteView {
    let window: SuiteWindow

    func draw(on canvas: inout Canvas) {
        let hint = canvas.place.hasHint ? 1 : 0
        let area = canvas.window(
            "Save as a suite", columns: 74, rows: window.cursor.count + 1 + hint, note: "Enter saves, Esc closes")
        let (first, rest) = area.split(top: 1)
        let (rows, last) = rest.split(bottom: hint)
        canvas.rows(of: window.cursor, in: rows) { index, canvas in
            window.scopes.indices.contains(index) ? StyledText(canvas.own(" \(window.scopes[index].words)")) : StyledText()
        }
        if hint > 0 {
            canvas.put("linkscope test expects what the device does with these links now.", in: last, style: .dim)
        }
        // The name comes last, because the cursor of the terminal belongs to it.
        canvas.frame.put("File: ", at: first.origin, style: Style(.key, .bold), clip: first)
        let (characters, _) = window.line.masked(by: canvas.mask)
        canvas.drawLine(characters, cursor: window.line.cursor, in: first.split(left: 6).rest)
    }
}
