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
            frame.put(" " + safe(notice.text, columns: area.columns - 1), at: area.origin, style: style, clip: area)
            return
        }
        var line = StyledText()
        for hint in state.hints {
            let text = own(" \(hint.keys) \(hint.word) ")
            guard line.columns + text.columns <= area.columns else { continue }
            line.append(own(" \(hint.keys)"), Style(.key, .bold))
            line.append(own(" \(hint.word) "), .hint)
        }
        frame.put(line, at: area.origin, clip: area)
    }
}
