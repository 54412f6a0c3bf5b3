import Panes
import Records
import Screen

/// The window with the saved sessions: when each was changed last, its size, and its name or its first record.
struct SessionsView {
    let list: SessionList

    func draw(on canvas: inout Canvas) {
        let count = list.sessions?.count ?? 0
        let area = canvas.window(
            "Sessions", columns: canvas.place.columns, rows: max(count, 1) + 1, note: "Enter opens, n names, x deletes, Esc closes")
        let (rows, last) = area.split(bottom: 1)
        guard let sessions = list.sessions, !sessions.isEmpty else {
            let text: SafeText = list.sessions == nil ? "Reading the sessions..." : "There is no saved session yet."
            return canvas.put(text, in: rows.row(0), style: .dim)
        }
        canvas.rows(sessions, of: list.cursor, in: rows) { line(of: $0, columns: rows.columns, $1) }
        switch list.step {
        case .choosing:
            let replaying = list.selected.map { "linkscope --replay \($0.word) replays it; " } ?? "linkscope "
            canvas.put(canvas.safe(replaying + "--continue reopens the last one.", columns: last.columns), in: last, style: .dim)
        case .naming(let line):
            canvas.frame.put("Name: ", at: last.origin, style: Style(.key, .bold), clip: last)
            canvas.drawLine(line.characters, cursor: line.cursor, in: last.split(left: 6).rest)
        case .deleting:
            canvas.put("Delete this session for good? y deletes it, any other key keeps it.", in: last, style: Style(.warning, .bold))
        }
    }

    private func line(of session: SessionSummary, columns: Int, _ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.own(" \(canvas.display.date(session.changedAt))"), .dim)
        if columns >= 60 { line.append(canvas.own("  \(session.sizeText)".padded(to: 10)), .dim) }
        line.append("  ")
        switch session.use {
        case .free: break
        case .current: line.append("(this one) ", .ok)
        case .other: line.append("(in use) ", .warning)
        }
        if let name = session.name { line.append(canvas.safe("\(name)  ", columns: columns), Style(.accent, .bold)) }
        let first = canvas.mask.beginning(of: session.first, columns: columns)
        line.append(canvas.glyphs.sanitizer.text(first, columns: columns + 1), .value)
        return line
    }
}

/// The window in which the user saves links as a suite.
struct SuiteView {
    let window: SuiteWindow

    func draw(on canvas: inout Canvas) {
        let hint = canvas.place.hasHint ? 1 : 0
        let area = canvas.window(
            "Save as a suite", columns: 74, rows: window.cursor.count + 1 + hint, note: "Enter saves, Esc closes")
        let (first, rest) = area.split(top: 1)
        let (rows, last) = rest.split(bottom: hint)
        canvas.rows(window.scopes, of: window.cursor, in: rows) { StyledText($1.own(" \($0.words)")) }
        if hint > 0 {
            canvas.put("linkscope test expects what the device does with these links now.", in: last, style: .dim)
        }
        // The name comes last, because the cursor of the terminal belongs to it.
        canvas.frame.put("File: ", at: first.origin, style: Style(.key, .bold), clip: first)
        let (characters, _) = window.line.masked(by: canvas.mask)
        canvas.drawLine(characters, cursor: window.line.cursor, in: first.split(left: 6).rest)
    }
}
