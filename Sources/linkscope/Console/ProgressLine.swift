import Reports

/// A line on standard error that says what linkscope waits for. It is shown only on a terminal, and erased at the end.
nonisolated struct ProgressLine: Sendable {
    private let console: Console
    let isShown: Bool

    init(_ console: Console) {
        self.console = console
        isShown = console.isTerminal(console.standardError) && (console.environment["TERM"] ?? "dumb") != "dumb"
    }

    /// Replaces the line. Any thread may call this method.
    func show(_ text: String) {
        guard isShown else { return }
        console.raw("\r\u{1B}[K" + String(PlainText.safe(text).prefix(columns)))
    }

    /// The maximum width of the line. A longer line might wrap, and then it could not be erased.
    private var columns: Int { min((console.columns(of: console.standardError) ?? 71) - 1, 70) }

    func clear() {
        if isShown { console.raw("\r\u{1B}[K") }
    }
}
