package import Screen

/// What the terminal has to say, in the order it happened.
package nonisolated enum TerminalEvent: Hashable, Sendable {
    case keys([Key])
    /// A paste has begun that is not all there yet; it comes as a key when it is.
    case pasteBegun
    /// Draw a frame of this size.
    case resized(Size)
    /// The process was stopped and goes on: call `Terminal.resume()` and draw.
    case continued
    /// Somebody asked the process to end, with that signal: close the terminal and leave with 128 + it.
    case quit(signal: Int32)
    /// The terminal is gone. Nothing more will come.
    case hangUp
}
