import CursesTerminal
import Foundation
import JSONDocument
import Reports
import Secrets
import Store

/// What a command has of the outside world: its environment and its three standard streams.
///
/// Standard output and standard error are written with `write(2)`. If the reader has closed its end, the process ends without a message.
/// Any other error ends the process with exit code 3. If standard output cannot be written, the process also prints a message, so that no
/// output gets lost unnoticed.
nonisolated struct Console: Sendable {
    /// The name by which the program was started, which finds its file.
    let program: String
    let environment: [String: String]
    let standardInput: Int32
    let standardOutput: Int32
    let standardError: Int32
    /// Whether the command is the whole process. Only such a command may change what signals do.
    var isWholeProcess = false

    static func ofProcess() -> Console {
        Console(
            program: CommandLine.arguments.first ?? "", environment: ProcessInfo.processInfo.environment, standardInput: STDIN_FILENO,
            standardOutput: STDOUT_FILENO, standardError: STDERR_FILENO, isWholeProcess: true)
    }

    // MARK: What the streams are

    /// Whether standard input is a pipe, a file or a socket, as opposed to a terminal or /dev/null.
    var isPiped: Bool { [S_IFIFO, S_IFREG, S_IFSOCK].contains(Self.kind(of: standardInput)) }

    /// Whether GitHub Actions runs the command, which shows annotations beside the lines of files.
    var isOnGitHub: Bool { environment["GITHUB_ACTIONS"] == "true" }

    func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

    /// Returns the width of the terminal that a stream leads to; nil if the stream leads elsewhere, or if the terminal does not say.
    func columns(of stream: Int32) -> Int? {
        var size = winsize()
        // `ioctl` fills `size` and does not keep the pointer.
        guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The width of a help text. The argument parser would look for it itself, but only in the process.
    var helpColumns: Int { environment["COLUMNS"].flatMap(Int.init) ?? columns(of: standardOutput) ?? 80 }

    private static func kind(of stream: Int32) -> mode_t? {
        var status = stat()
        return unsafe fstat(stream, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    // MARK: Writing

    func line(_ text: String) {
        write(Array((text + "\n").utf8).span, to: standardOutput)
    }

    /// Writes lines to standard error. A line may quote files and arguments, which can contain anything, also line ends. Therefore each line is
    /// made safe to show, and secrets that are not masked yet are masked here.
    ///
    /// - Parameter isMasked: Whether the secrets of all parts that come from outside are masked.
    func error(_ lines: String..., isMasked: Bool = false) { error(lines, isMasked: isMasked) }

    func error(_ lines: [String], isMasked: Bool = false) {
        let lines = lines.map { PlainText.safe(isMasked ? $0 : Secrets.maskedAgain($0)) }
        write(Array((lines.joined(separator: "\n") + "\n").utf8).span, to: standardError)
    }

    /// Writes text that is known to be safe to standard error, without a line end.
    func raw(_ text: String) {
        write(Array(text.utf8).span, to: standardError)
    }

    func bytes(_ bytes: [UInt8]) {
        write(bytes.span, to: standardOutput)
    }

    func bytes(_ bytes: Span<UInt8>) {
        write(bytes, to: standardOutput)
    }

    private func write(_ bytes: Span<UInt8>, to descriptor: Int32) {
        guard descriptor == standardOutput, Self.kind(of: descriptor) == S_IFIFO else { return writeAll(bytes, to: descriptor) }
        setLock(F_WRLCK, of: descriptor)
        writeAll(bytes, to: descriptor)
        setLock(F_UNLCK, of: descriptor)
    }

    /// Locks a pipe that several processes may write to for a write, or unlocks it, so that no other linkscope writes into the middle of a
    /// line, as under `xargs -P`. On a system that cannot lock pipes, this does nothing.
    private func setLock(_ type: some BinaryInteger, of descriptor: Int32) {
        var lock = flock()
        lock.l_type = Int16(truncatingIfNeeded: type)
        lock.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        while unsafe fcntl(descriptor, F_SETLKW, &lock) < 0, errno == EINTR {}
    }

    private func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) {
        var done = 0
        while done < bytes.count {
            do throws(SystemError) {
                done += try StreamWriter().write(bytes.extracting(done..<bytes.count), at: 0, to: descriptor)
            } catch  where error.code == EAGAIN {
                // Another process has made the descriptor non-blocking.
                _ = try? Readiness.wait([(descriptor, Readiness.writable)])
            } catch {
                giveUp(descriptor, because: error)
            }
        }
    }

    private func giveUp(_ descriptor: Int32, because problem: SystemError) -> Never {
        if problem.code == EPIPE { exit(Exit.fine) }
        if descriptor == standardOutput { error("linkscope: standard output cannot be written: \(problem.reason)") }
        exit(Exit.failed)
    }

    /// Returns the layout for standard output. Only a terminal gets colors and wrapped lines, even with `--color always`.
    func layout(_ color: TerminalOptions.Color, isVerbose: Bool = false) -> TextLayout {
        let isTerminal = isTerminal(standardOutput)
        let colors = LineColors(color, isTerminal: isTerminal, environment: environment)
        return TextLayout(
            columns: isTerminal ? columns(of: standardOutput) : nil,
            colors: colors.map { colors in TextColors(end: LineColors.end) { colors.begin($0) } },
            isVerbose: isVerbose)
    }
}

/// The three file descriptors that a program starts with.
nonisolated enum StandardStreams {
    /// Opens those of the three descriptors that are closed. Otherwise a socket or a file could get one of these numbers and receive the
    /// program's output.
    ///
    /// Each descriptor is opened in the wrong mode, so that reading or writing it fails and the user still gets an error.
    static func reserve() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` uses the lowest free number, which is this descriptor's number.
            _ = unsafe open("/dev/null", mode)
        }
    }
}

extension JSONObject {
    /// An object of strings and numbers as a line that is safe to print. Writing fails only for invalid numbers.
    nonisolated var line: [UInt8] {
        JSONLine.safe(Array(((try? JSONValue.object(self).serialized()) ?? "{}").utf8)) + [UInt8(ascii: "\n")]
    }
}

/// A line on standard error that says what linkscope waits for. It is shown only on a terminal, and erased at the end.
nonisolated struct ProgressLine: Sendable {
    private let console: Console
    let isShown: Bool

    init(_ console: Console) {
        self.console = console
        isShown = console.isTerminal(console.standardError) && (console.environment["TERM"] ?? "dumb") != "dumb"
    }

    /// Replaces the line. Any thread may call this method.
    func show(_ text: String) {
        guard isShown else { return }
        console.raw("\r\u{1B}[K" + String(PlainText.safe(text).prefix(columns)))
    }

    /// The maximum width of the line. A longer line might wrap, and then it could not be erased.
    private var columns: Int { min((console.columns(of: console.standardError) ?? 71) - 1, 70) }

    func clear() {
        if isShown { console.raw("\r\u{1B}[K") }
    }
}

/// How messages show the path of a file.
nonisolated enum ShownPath {
    /// Returns the path with `~` for the home folder, and with masked secrets.
    static func of(_ path: String) -> String {
        guard let home = Folders.home, path.hasPrefix(home + "/") else { return Secrets.masked(path) }
        return "~" + Secrets.masked(String(path.dropFirst(home.count)))
    }
}

/// The exit codes of the program. Scripts depend on them.
nonisolated enum Exit {
    static let fine: Int32 = 0
    /// The answer is "no": there is a finding of severity error, or the link would not open.
    static let no: Int32 = 1
    static let usage: Int32 = 2
    /// The command could not do its work, for example because there is no terminal, no inspector or no file.
    static let failed: Int32 = 3
}

/// An error with a message for the user and an exit code.
nonisolated struct CommandFailure: Error {
    /// One line.
    var message: String
    /// More lines, which say what to do; empty if linkscope has no advice.
    var advice: String
    var code: Int32
    /// Whether a second line names the help that explains the usage. Only errors with the exit code for wrong usage have such a line.
    var pointsToHelp: Bool
    /// Whether secrets are already masked in the parts of the message that come from outside. Otherwise the whole message is searched for
    /// secrets, and linkscope's own words after a name such as `passwd:` may be masked.
    var isMasked: Bool

    init(_ message: String, advice: String = "", code: Int32 = Exit.failed, pointsToHelp: Bool = true, isMasked: Bool = false) {
        self.message = message
        self.advice = advice
        self.code = code
        self.pointsToHelp = pointsToHelp
        self.isMasked = isMasked
    }

    static func usage(_ message: String) -> CommandFailure { CommandFailure(message, code: Exit.usage) }

    var lines: [String] { ["linkscope: \(message)"] + advice.split(separator: "\n").map(String.init) }
}
