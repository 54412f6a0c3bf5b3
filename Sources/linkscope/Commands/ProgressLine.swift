import Reports

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One line on standard error that says what is being waited for, where that is a terminal; it is gone when the answer is there.
nonisolated struct ProgressLine: Sendable {
    private let isShown: Bool

    init(environment: [String: String]) {
        isShown = isatty(STDERR_FILENO) == 1 && (environment["TERM"] ?? "dumb") != "dumb"
    }

    /// From any thread.
    func show(_ text: String) {
        guard isShown else { return }
        // A line that wraps could not be taken back.
        Output.raw("\r\u{1B}[K" + String(PlainText.safe(text).prefix(70)))
    }

    func clear() {
        if isShown { Output.raw("\r\u{1B}[K") }
    }
}
