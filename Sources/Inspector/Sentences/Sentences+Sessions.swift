import Records

// Sentences about the saved sessions.

extension Sentences {
    /// Returns a sentence for each session: `2: checkout, 2026-11-21 12:04, 3 KB. First: shop://p/1`
    func sessions(_ sessions: [SessionSummary]) -> [String] {
        guard !sessions.isEmpty else { return ["There is no saved session yet."] }
        let lines = sessions.enumerated().map { index, session in
            var parts = [session.name.map(mask.text), state.display.date(session.changedAt), session.sizeText].compactMap(\.self)
            if session.use == .other { parts.append("in use") }
            if session.name == nil { parts.append("in \(mask.text(session.word))") }
            let first = session.first.isEmpty ? "" : " First: \(short(session.first))"
            return "\(index + 1): \(parts.joined(separator: ", ")).\(first)"
        }
        return ["\(count(sessions.count, "session")), with the last changed first:"] + lines
            + [
                "Type \"sessions\" with a number, then \"name\" and a name, or \"delete\". The number alone opens the session.",
                "On a screen, linkscope --replay with its name or its journal replays it.",
            ]
    }
}
