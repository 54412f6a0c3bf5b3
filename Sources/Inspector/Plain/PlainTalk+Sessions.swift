import Records

// The saved sessions: what the window of the screen does with keys.

extension PlainTalk {
    /// Lists the sessions, or does something with the one that has this number in the last list.
    mutating func manageSessions(_ typed: TypedCommand, _ state: inout State) throws(TypedCommand.Mistake) -> Step {
        let (word, rest) = TypedCommand.split(typed.text)
        guard let number = typed.numbers.first else {
            guard typed.text.isEmpty else { throw Self.usage }
            return wait(for: .listSessions, isListed: true, &state)
        }
        let session = try session(number)
        switch word {
        case "", "open":
            guard rest.isEmpty else { throw Self.usage }
            return .carryOut([.openSession(session.path)])
        case "name":
            guard !rest.isEmpty else { throw Self.usage }
            try check(session)
            return wait(for: .nameSession(session.path, rest), isListed: false, &state)
        case "delete":
            guard rest.isEmpty else { throw Self.usage }
            try check(session)
            return wait(for: .deleteSession(session.path), isListed: false, &state)
        default: throw Self.usage
        }
    }

    private static let usage = TypedCommand.Mistake(message: "Usage: \(Binding.of(.sessions).synopsis)")

    private func session(_ number: Int) throws(TypedCommand.Mistake) -> SessionSummary {
        guard !sessions.isEmpty else {
            throw TypedCommand.Mistake(message: "Type \"sessions\" first. It lists the sessions with their numbers.")
        }
        guard sessions.indices.contains(number - 1) else {
            throw TypedCommand.Mistake(message: "There is no session \(number). The last list has \(sessions.count).")
        }
        return sessions[number - 1]
    }

    /// Refuses to change a session that an inspector uses.
    private func check(_ session: SessionSummary) throws(TypedCommand.Mistake) {
        guard session.use != .free else { return }
        throw TypedCommand.Mistake(message: "An inspector uses this session. Quit it first.")
    }

    /// Carries out an effect whose answer is the list of sessions. The overlay takes the answer, as on the screen.
    private mutating func wait(for effect: Effect, isListed: Bool, _ state: inout State) -> Step {
        sessions = []
        state.overlay = .sessions(SessionList())
        work = .sessions(isListed: isListed)
        return .carryOut([effect])
    }
}
