/// A program between linkscope and the terminal. It passes escape sequences on to the terminal only if they are in its own
/// wrapper.
package nonisolated enum Multiplexer: Hashable, Sendable {
    case none, tmux, screen

    /// Detects the multiplexer. tmux and screen set `TMUX` or `STY`; over ssh only `TERM` remains.
    ///
    /// A `TERM` of `screen…` may mean either program. It is taken for screen: tmux ignores a sequence wrapped for screen, but screen would
    /// display a sequence wrapped for tmux.
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
