/// A program between linkscope and the terminal that passes sequences for the terminal only in a wrapper of its own.
package nonisolated enum Multiplexer: Hashable, Sendable {
    case none, tmux, screen

    /// Inside, `TMUX` or `STY` is set; over ssh only `TERM` is left. `screen…` may mean either: it is taken for screen, because tmux
    /// ignores what is wrapped for screen, but screen would display what is wrapped for tmux.
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
