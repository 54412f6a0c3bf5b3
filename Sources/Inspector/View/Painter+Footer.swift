import Screen

extension Painter {
    /// The last row: what just happened, else the keys that do something here and now.
    mutating func drawFooter() {
        let area = layout.footer
        guard !area.isEmpty else { return }
        if let notice = state.notice {
            let style: Style =
                switch notice.tone {
                case .plain: .accent
                case .good: .ok
                case .bad: Style(.error, .bold)
                }
            let text = safe(notice.text, columns: area.columns - 1).fitted(to: area.columns - 1, glyphs: glyphs)
            frame.put(" " + text, at: area.origin, style: style, clip: area)
            return
        }
        var line = StyledText()
        var hints = state.hints
        let room = { (hint: State.Hint) in hint.keys.count + hint.word.count + 3 }
        // From the right, what there is no room for goes; the way to the help stays to the last.
        while hints.count > 1, hints.map(room).reduce(0, +) > area.columns {
            hints.remove(at: hints.lastIndex { $0.command != .help } ?? hints.count - 1)
        }
        for hint in hints {
            line.append(own(" \(hint.keys)"), Style(.key, .bold))
            line.append(own(" \(hint.word) "), .hint)
        }
        frame.put(line, at: area.origin, clip: area)
    }
}
