extension PseudoTerminal {
    /// Returns whether the programs become idle: during one whole time window, none of their threads wakes up. They may first finish their
    /// work during up to 14 windows. The window of a daily run detects threads that wake up at least once a second; the window of a long
    /// run, at least once in six seconds. Works only on Linux.
    package static func comeToRest(_ terminals: [PseudoTerminal]) async -> Bool {
        let window = Effort.isLong ? 6000 : 1100
        for _ in 0..<15 {
            let before = terminals.map(\.wakeUps)
            // Reading their output prevents them from blocking on a full terminal buffer.
            let isQuiet = await !terminals[0].read(milliseconds: window)
            let isRead = terminals.map { $0.read() }
            if isQuiet, !isRead.contains(true), terminals.map(\.wakeUps) == before { return !before.contains(nil) }
        }
        return false
    }
}
