import Platform
import Reports

/// A line on standard error that says what linkscope waits for. It is shown only on a terminal, and erased at the end.
nonisolated struct ProgressLine: Sendable {
    let isShown: Bool

    init(environment: [String: String]) {
        isShown = isatty(STDERR_FILENO) == 1 && (environment["TERM"] ?? "dumb") != "dumb"
    }

    /// Replaces the line. Any thread may call this method.
    func show(_ text: String) {
        guard isShown else { return }
        Output.raw("\r\u{1B}[K" + String(PlainText.safe(text).prefix(Self.columns)))
    }

    /// The maximum width of the line. A longer line might wrap, and then it could not be erased.
    private static var columns: Int {
        var size = winsize()
        // `ioctl` fills `size` and does not keep the pointer.
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 70 }
        return min(Int(size.ws_col) - 1, 70)
    }

    func clear() {
        if isShown { Output.raw("\r\u{1B}[K") }
    }
}
