package import Screen

/// An event of the terminal. Events arrive in the order in which they happen.
package nonisolated enum TerminalEvent: Hashable, Sendable {
    case keys([Key])
    /// The size of the terminal has changed. Draw a frame of this size.
    case resized(Size)
    /// The process was stopped and continued. Call `Terminal.resume()` and draw a frame.
    case continued
    /// The process received a signal to end. Close the terminal and exit with the status 128 + `signal`.
    case quit(signal: Int32)
    /// The terminal is gone. No more events follow.
    case hangUp
}
