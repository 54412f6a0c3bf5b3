extension PseudoTerminal {
    /// Whether the programs come to rest: for a whole window no thread of any of them wakes up. Before that they may end what they began, in a
    /// few windows. A day's window finds what wakes up once a second or more often, a long one once in six seconds. Linux only.
    package static func comeToRest(_ terminals: [PseudoTerminal]) async -> Bool {
        let window = Effort.isLong ? 6000 : 1100
        for _ in 0..<15 {
            let before = terminals.map(\.wakeUps)
            // What they still draw is read, so that nobody waits for room.
            let isQuiet = await !terminals[0].read(milliseconds: window)
            let isRead = terminals.map { $0.read() }
            if isQuiet, !isRead.contains(true), terminals.map(\.wakeUps) == before { return !before.contains(nil) }
        }
        return false
    }
}
