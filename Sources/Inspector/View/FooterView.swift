import Screen

/// The last row of the screen: the keys that have an effect now. The help and the commands are shown at any width, and a sign says when
/// other keys were left out. A screen that has no row for notices shows them here.
struct FooterView {
    /// The notice, if it has no row of its own.
    let notice: Notice?
    let hints: [Hint]

    func draw(on canvas: inout Canvas) {
        let area = canvas.layout.footer
        guard !area.isEmpty else { return }
        if let notice {
            let help = hints.filter { $0.command == .help }
            let (left, right) = area.split(right: Self.columns(of: help))
            canvas.put(notice.line(canvas, columns: left.columns), in: left)
            put(help, in: right, on: &canvas)
            return
        }
        var essentials = hints.filter { Binding.essentials.contains($0.command) }
        var others = hints.filter { !Binding.essentials.contains($0.command) }
        let sign: SafeText = canvas.glyphs.encoding == .utf8 ? "…" : "..."
        var isCut = false
        // The space after the last hint may be left out.
        func fits() -> Bool { Self.columns(of: others + essentials) + (isCut ? sign.columns : 0) - 1 <= area.columns }
        while others.count > (essentials.isEmpty ? 1 : 0), !fits() {
            others.removeLast()
            isCut = true
        }
        if !fits(), !essentials.isEmpty { essentials[0].word = "" }
        var rest = put(others, in: area, on: &canvas)
        if isCut { rest = rest.split(left: canvas.frame.put(sign, at: rest.origin, style: .dim, clip: rest)).rest }
        put(essentials, in: rest, on: &canvas)
    }

    private static func columns(of hints: [Hint]) -> Int {
        hints.reduce(0) { $0 + $1.keys.count + $1.word.count + 3 }
    }

    /// Draws hints, which can be clicked. Returns the rest of the area.
    @discardableResult
    private func put(_ hints: [Hint], in area: Rect, on canvas: inout Canvas) -> Rect {
        var rest = area
        for hint in hints {
            var text = StyledText(canvas.own(" \(hint.keys)"), Style(.key, .bold))
            text.append(canvas.own(" \(hint.word) "), .hint)
            canvas.frame.put(text, at: rest.origin, clip: rest)
            let parts = rest.split(left: text.columns)
            if let command = hint.command { canvas.noteTarget(.command(command), in: parts.left) }
            rest = parts.rest
        }
        return rest
    }
}
