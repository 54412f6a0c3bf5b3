package import Screen

/// The terminal to open, and the features that linkscope may use.
package nonisolated struct TerminalOptions: Sendable {
    package enum Color: String, CaseIterable, Sendable {
        /// As many colors as the terminal has, or no colors if `NO_COLOR` is set and not empty.
        case auto
        case always, never

        func isWanted(in environment: [String: String]) -> Bool {
            self == .always || self == .auto && environment["NO_COLOR", default: ""].isEmpty
        }
    }

    /// The descriptor from which keys are read. Nil means standard input if it is a terminal, otherwise `/dev/tty`.
    package var input: Int32?
    /// The descriptor to draw on.
    package var output: Int32 = 1
    package var color: Color
    /// Whether to use ASCII symbols even if the character set is UTF-8.
    package var isASCII = false
    /// Whether the terminal reports clicks, drags and the wheel.
    package var hasMouse = false
    package var theme = Theme.terminal
    /// The environment for `ESCDELAY`, `NO_COLOR`, `TERM`, `TMUX` and `STY`. ncurses reads that of the process for `TERM` and the locale.
    package var environment: [String: String]

    package init(color: Color = .auto, environment: [String: String]) {
        self.color = color
        self.environment = environment
    }

    /// The time after ESC within which a sequence may continue: `ESCDELAY` in milliseconds, or 50 ms if it is missing or out of range.
    var escapeDelay: Duration {
        guard let milliseconds = environment["ESCDELAY"].flatMap(Int.init), (1...5000).contains(milliseconds) else {
            return .milliseconds(50)
        }
        return .milliseconds(milliseconds)
    }

    /// Returns the theme whose text is readable on the background that `COLORFGBG` names by its number, as in `15;0`; nil if it names none.
    static func ground(_ environment: [String: String]) -> Theme? {
        guard let color = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
        return color == 7 || color > 8 ? .light : .dark
    }

    func depth(colors: Int) -> ColorDepth {
        guard color.isWanted(in: environment) else { return .monochrome }
        return colors >= 256 ? .many : colors >= 8 ? .eight : .monochrome
    }
}

/// A program between linkscope and the terminal. It passes escape sequences on only in a wrapper of its own format.
package nonisolated enum Multiplexer: Hashable, Sendable {
    case none, tmux, screen

    /// Detects the multiplexer. tmux sets `TMUX`, and screen sets `STY`. Over ssh, only `TERM` remains.
    ///
    /// A `TERM` of `screen…` may mean either program. Such a `TERM` counts as screen, because tmux ignores a sequence wrapped for screen,
    /// but screen would display a sequence wrapped for tmux.
    package init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        if environment["TMUX"]?.isEmpty == false || term.hasPrefix("tmux") {
            self = .tmux
        } else if environment["STY"]?.isEmpty == false || term.hasPrefix("screen") {
            self = .screen
        } else {
            self = .none
        }
    }
}
