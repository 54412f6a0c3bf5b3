/// Why there is no screen. The caller goes on with plain output, or says this.
package nonisolated enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    case inputIsNoTerminal
    case outputIsNoTerminal
    /// `TERM` is not set, or names a terminal this system has no description of.
    case unknownTerminal(name: String)
    /// A terminal that cannot move its cursor, as `dumb`.
    case cannotDraw(name: String)
    /// There is one screen for a process.
    case alreadyOpen
    case failed

    package var description: String {
        switch self {
        case .inputIsNoTerminal: "keys cannot be read: neither standard input nor /dev/tty is a terminal"
        case .outputIsNoTerminal: "standard output is not a terminal"
        case .unknownTerminal(""): "the environment variable TERM is not set, so it is not known how to draw"
        case .unknownTerminal(let name): "this system has no description of the terminal \"\(name)\" that TERM names"
        case .cannotDraw(let name): "the terminal \"\(name)\" that TERM names cannot move its cursor"
        case .alreadyOpen: "the screen is open already"
        case .failed: "the terminal could not be set up"
        }
    }
}
