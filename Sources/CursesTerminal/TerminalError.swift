/// The reason why the screen could not be opened. The caller continues with plain output or reports this error.
package nonisolated enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    case inputIsNoTerminal
    case outputIsNoTerminal
    /// `TERM` is not set, or the system has no description of the terminal that `TERM` names.
    case unknownTerminal(name: String)
    /// The terminal, such as `dumb`, cannot move its cursor.
    case cannotDraw(name: String)
    /// A process can have only one screen.
    case alreadyOpen
    case failed

    package var description: String {
        switch self {
        case .inputIsNoTerminal: "keys cannot be read: neither standard input nor /dev/tty is a terminal"
        case .outputIsNoTerminal: "standard output is not a terminal"
        case .unknownTerminal(""): "the environment variable TERM is not set"
        case .unknownTerminal(let name): "this system does not know the terminal \"\(name)\" (set in TERM)"
        case .cannotDraw(let name): "the terminal \"\(name)\" (set in TERM) cannot move its cursor"
        case .alreadyOpen: "the screen is already open"
        case .failed: "the terminal could not be set up"
        }
    }
}
