extension PseudoTerminal {
    /// Waits until the programs are idle: during one whole time window, none of their threads wakes up. They may first finish their work
    /// during up to 14 windows. The window of a daily run detects threads that wake up at least once a second; the window of a long run, at
    /// least once in six seconds. Works only on Linux.
    ///
    /// - Returns: What happened in each window if the programs never became idle. Otherwise nothing.
    package static func restlessWindows(_ terminals: [PseudoTerminal]) async -> [String] {
        let window = Effort.isLong ? 6000 : 1100
        var windows: [String] = []
        for _ in 0..<15 {
            let before = terminals.map(\.wakeUps)
            // Reading their output prevents them from blocking on a full terminal buffer.
            // Output may come in many pieces, so a window does not end with the first one.
            let end = ContinuousClock.now + .milliseconds(window)
            var isQuiet = true
            while await terminals[0].read(before: end) { isQuiet = false }
            for terminal in terminals where terminal.read() { isQuiet = false }
            let after = terminals.map(\.wakeUps)
            if isQuiet, after == before, !before.contains(nil) { return [] }
            let counts = zip(before, after).map { "\($0.map(String.init) ?? "ended")→\($1.map(String.init) ?? "ended")" }
            windows.append("\(counts.joined(separator: " "))\(isQuiet ? "" : " and output")")
            if after.contains(nil) { break }
        }
        return windows
    }
}
