// Converts frames to the terminal's bytes, and the terminal's bytes to events.
//
//     main actor:     open ── draw(Frame) ──► ncurses ──► terminal        suspend, resume, close
//     reader thread:  terminal, signals ──► KeyDecoder ──► [TerminalEvent] ──► onEvents
//
// CNcurses/lifecycle.c restores the terminal when the process ends.

import CNcurses
package import Screen

/// The terminal, while linkscope uses it.
package final class Terminal {
    /// The encoding to draw with. If the terminal is not UTF-8, characters outside ASCII appear as question marks.
    package let encoding: Sanitizer.Encoding
    package let depth: ColorDepth

    private let input: Int32
    private let ownsInput: Bool
    private let output: Int32
    private let multiplexer: Multiplexer
    private let reader: TerminalReader
    private var palette: Palette
    private var writer: FrameWriter
    private var isOpen = true

    /// The signals that would end this process now, without those of a crash and those that are ignored or have an action of their own.
    nonisolated package static var endingSignals: [Int32] { (1...64).filter { cn_ends($0) } }

    /// Takes over the terminal and starts reading.
    ///
    /// `onEvents` is called on the reader's thread, in order, until `close` returns. It must not wait for the main actor. On an error
    /// nothing has been written or changed, so plain output can follow.
    ///
    /// - Parameter hasRoom: Whether more keys may be read. While it returns false, only signals are answered. Call `readOn` when there is
    ///   room again.
    /// - Parameter onStuck: Called on the reader's thread before the process ends because the terminal was not closed in time after a signal.
    package static func open(
        _ options: TerminalOptions,
        hasRoom: @escaping @Sendable () -> Bool = { true },
        onStuck: @escaping @Sendable () -> Void = {},
        onEvents: @escaping @Sendable ([TerminalEvent]) -> Void
    ) throws(TerminalError) -> Terminal {
        guard cn_is_terminal(options.output) else { throw .outputIsNoTerminal }
        var input = options.input ?? 0
        var ownsInput = false
        if options.input == nil, !cn_is_terminal(input) {
            input = cn_open_controlling_terminal()
            ownsInput = input >= 0
        }
        guard cn_is_terminal(input) else {
            if ownsInput { cn_close_fd(input) }
            throw .inputIsNoTerminal
        }
        let reader = TerminalReader(
            input: input, output: options.output, decoder: KeyDecoder(escapeDelay: options.escapeDelay), hasRoom: hasRoom,
            onEvents: onEvents, onStuck: onStuck)
        do throws(TerminalError) {
            return try Terminal(options, reader, input: input, ownsInput: ownsInput)
        } catch {
            if ownsInput { cn_close_fd(input) }
            throw error
        }
    }

    private init(_ options: TerminalOptions, _ reader: TerminalReader, input: Int32, ownsInput: Bool) throws(TerminalError) {
        let isUTF8 = cn_locale_is_utf8()
        guard cn_take(input, options.output) else { throw .alreadyOpen }
        let name = options.environment["TERM"] ?? ""
        let problem = Int(cn_screen_open(input, options.output))
        guard problem == Int(cn_opened) else {
            cn_give_back(false)
            switch problem {
            case Int(cn_unknown_terminal): throw .unknownTerminal(name: name)
            case Int(cn_cannot_move): throw .cannotDraw(name: name)
            default: throw .failed
            }
        }
        self.input = input
        self.ownsInput = ownsInput
        output = options.output
        multiplexer = Multiplexer(environment: options.environment)
        encoding = isUTF8 && !options.isASCII ? .utf8 : .ascii
        depth = options.depth(colors: Int(cn_colors()))
        palette = Palette(depth: depth, theme: options.theme, ground: TerminalOptions.ground(options.environment))
        writer = FrameWriter(palette: palette, isUTF8: isUTF8)
        self.reader = reader
        if options.hasMouse { cn_mouse(true) }
        guard reader.start() else {
            cn_screen_close()
            cn_give_back(false)
            throw .failed
        }
    }

    /// The current size; 80x24 if the terminal does not report one.
    package var size: Size { Terminal.size(of: output) }

    nonisolated static func size(of output: Int32) -> Size {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard unsafe cn_size(output, &columns, &rows) else { return Size(columns: 80, rows: 24) }
        return Size(columns: Int(columns), rows: Int(rows))
    }

    /// Asks again whether there is room for more keys.
    package func readOn() { if isOpen { cn_wake() } }

    /// Draws a frame by writing its differences from the last frame. An empty frame draws nothing.
    package func draw(_ frame: Frame) {
        guard isOpen, !frame.size.isEmpty else { return }
        cn_prepare_thread()
        writer.write(frame)
    }

    /// Draws with the colors of another theme from the next frame on. Returns false if the terminal has too few colors for themes.
    package func use(_ theme: Theme) -> Bool {
        guard isOpen, depth == .many else { return false }
        cn_prepare_thread()
        palette.theme = theme
        writer = FrameWriter(palette: palette, isUTF8: writer.isUTF8)
        cn_repaint()
        return true
    }

    /// Causes the next frame to be drawn completely, whatever the terminal shows.
    package func repaint() {
        guard isOpen else { return }
        writer.forget()
        cn_repaint()
    }

    /// Makes the terminal copy these bytes (OSC 52). The terminal does not report whether it has copied them.
    package func copy(_ bytes: [UInt8]) {
        guard isOpen else { return }
        let sequence = ClipboardSequence.bytes(copying: bytes, through: multiplexer)
        // The buffer is only read, and only during the call.
        unsafe sequence.withUnsafeBufferPointer { unsafe cn_emit($0.baseAddress, $0.count) }
    }

    /// Restores the terminal and stops the process like Ctrl-Z. Returns when the process is continued; draw a frame after that.
    package func suspend() {
        guard isOpen else { return }
        cn_screen_leave()
        cn_stop_here()
        resume()
    }

    /// Takes over the screen again after the process was stopped from outside. Draw a frame after that.
    package func resume() {
        guard isOpen else { return }
        cn_screen_enter()
        writer.forget()
    }

    /// Restores the terminal. Prints what was written to standard error while the terminal was open.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        reader.stop()
        cn_screen_close()
        cn_give_back(reader.leavesInput)
        if ownsInput { cn_close_fd(input) }
    }
}

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
