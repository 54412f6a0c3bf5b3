/// A program between linkscope and the terminal. A multiplexer passes escape sequences on to the terminal only in a wrapper of its own
/// format.
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
