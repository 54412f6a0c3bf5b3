package import Screen

/// An event of the terminal, in the order they happen.
package nonisolated enum TerminalEvent: Hashable, Sendable {
    case keys([Key])
    /// A paste has begun. The complete paste arrives later as a key.
    case pasteBegun
    /// The size has changed: draw a frame of this size.
    case resized(Size)
    /// The process was stopped and continued: call `Terminal.resume()` and draw.
    case continued
    /// The process received a signal to end: close the terminal and exit with 128 + signal.
    case quit(signal: Int32)
    /// The terminal is gone. No more events follow.
    case hangUp
}
