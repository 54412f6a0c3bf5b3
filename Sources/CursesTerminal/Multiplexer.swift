/// What stands between this program and the terminal, and lets sequences for the terminal through only in a wrapping of its own.
package nonisolated enum Multiplexer: Hashable, Sendable {
    case none, tmux, screen

    /// `TMUX` and `STY` are set inside; over ssh only `TERM` is left. `screen…` alone may be either: tmux ignores what is wrapped for screen, where
    /// screen would show what is wrapped for tmux.
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
