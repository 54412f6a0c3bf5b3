/// The terminal to open, and the features that linkscope may use.
package nonisolated struct TerminalOptions: Sendable {
    package enum Color: Hashable, Sendable {
        /// As many as the terminal has; none if `NO_COLOR` is set.
        case auto
        case always, never
    }

    /// Where keys are read. Nil means standard input if it is a terminal, otherwise `/dev/tty`.
    package var input: Int32?
    /// Where to draw.
    package var output: Int32
    package var color: Color
    /// Use ASCII symbols even if the character set is UTF-8.
    package var isASCII: Bool
    package var hasMouse: Bool
    /// Used for `ESCDELAY`, `NO_COLOR` and `TERM`; ncurses reads `TERM` and the locale from the process itself.
    package var environment: [String: String]

    package init(
        input: Int32? = nil,
        output: Int32 = 1,
        color: Color = .auto,
        isASCII: Bool = false,
        hasMouse: Bool = false,
        environment: [String: String] = [:]
    ) {
        self.input = input
        self.output = output
        self.color = color
        self.isASCII = isASCII
        self.hasMouse = hasMouse
        self.environment = environment
    }

    /// How long after ESC a sequence may continue: `ESCDELAY` in milliseconds, 50 if it is missing or out of range.
    var escapeDelay: Duration {
        guard let milliseconds = environment["ESCDELAY"].flatMap(Int.init), (1...5000).contains(milliseconds) else {
            return .milliseconds(50)
        }
        return .milliseconds(milliseconds)
    }

    func depth(colors: Int) -> ColorDepth {
        let isWanted =
            switch color {
            case .always: true
            case .never: false
            case .auto: environment["NO_COLOR", default: ""].isEmpty
            }
        guard isWanted else { return .monochrome }
        return colors >= 256 ? .many : colors >= 8 ? .eight : .monochrome
    }
}
