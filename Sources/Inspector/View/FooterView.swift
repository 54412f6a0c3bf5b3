import Screen

/// The last row of the screen: the notice or, without a notice, the keys that have an effect now.
struct FooterView {
    let notice: Notice?
    let hints: [Hint]

    func draw(on canvas: inout Canvas) {
        let area = canvas.layout.footer
        guard !area.isEmpty else { return }
        if let notice {
            let text = canvas.safe(notice.text, columns: area.columns - 1).fitted(to: area.columns - 1, glyphs: canvas.glyphs)
            canvas.frame.put(" " + text, at: area.origin, style: style(of: notice), clip: area)
            return
        }
        var hints = hints
        let room = { (hint: Hint) in hint.keys.count + hint.word.count + 3 }
        // If there is not enough room, the last hints are left out, except for the help.
        while hints.count > 1, hints.map(room).reduce(0, +) > area.columns {
            hints.remove(at: hints.lastIndex { $0.command != .help } ?? hints.count - 1)
        }
        var line = StyledText()
        for hint in hints {
            line.append(canvas.own(" \(hint.keys)"), Style(.key, .bold))
            line.append(canvas.own(" \(hint.word) "), .hint)
        }
        canvas.frame.put(line, at: area.origin, clip: area)
    }

    private func style(of notice: Notice) -> Style {
        switch notice.tone {
        case .plain: .accent
        case .good: .ok
        case .bad: Style(.error, .bold)
        }
    }
}
