import Intake
import Platform
import Reports
import Secrets

/// Writes to standard output and standard error with `write(2)`. If the reader has closed its end, the program ends without a message. Any
/// other error ends the program with exit code 3. If standard output cannot be written, the program also prints a message, so that no
/// output gets lost unnoticed.
nonisolated enum Output {
    static func line(_ text: String) {
        write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Writes a message to standard error. The message may quote files and arguments, which can contain anything. Therefore each line is
    /// made safe to show, and secrets that are not masked yet are masked here.
    ///
    /// - Parameter isMasked: Whether the secrets of all parts that come from outside are masked.
    static func error(_ text: String, isMasked: Bool = false) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).map {
            PlainText.safe(isMasked ? $0 : Secrets.maskedAgain($0))
        }
        write(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes text that is known to be safe to standard error, without a line end.
    static func raw(_ text: String) {
        write(Array(text.utf8), to: STDERR_FILENO)
    }

    static func bytes(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    static func bytes(_ bytes: Span<UInt8>) {
        write(bytes, to: STDOUT_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        write(bytes.span, to: descriptor)
    }

    private static func write(_ bytes: Span<UInt8>, to descriptor: Int32) {
        guard descriptor == STDOUT_FILENO, outputIsPipe else { return writeAll(bytes, to: descriptor) }
        setLock(F_WRLCK, of: descriptor)
        writeAll(bytes, to: descriptor)
        setLock(F_UNLCK, of: descriptor)
    }

    // MARK: Pipes that several processes write to

    private static let outputIsPipe: Bool = {
        var status = stat()
        return unsafe fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }()

    /// Locks a pipe for a write, or unlocks it, so that no other linkscope writes into the middle of a line, as under `xargs -P`.
    /// On a system that cannot lock pipes, this does nothing.
    private static func setLock(_ type: some BinaryInteger, of descriptor: Int32) {
        var lock = flock()
        lock.l_type = Int16(truncatingIfNeeded: type)
        lock.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        while unsafe fcntl(descriptor, F_SETLKW, &lock) < 0, errno == EINTR {}
    }

    private static func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) {
        var done = 0
        while done < bytes.count {
            // `write` only reads the buffer, and does not keep the pointer.
            let written = unsafe bytes.extracting(done..<bytes.count).withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if written >= 0 {
                done += written
            } else if errno == EAGAIN {
                waitForRoom(descriptor)
            } else if errno != EINTR {
                giveUp(descriptor, because: errno)
            }
        }
    }

    /// Waits until the descriptor accepts more bytes. This is necessary if another process has made it non-blocking.
    private static func waitForRoom(_ descriptor: Int32) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, -1)
    }

    private static func giveUp(_ descriptor: Int32, because code: Int32) -> Never {
        if code == EPIPE { Exit.leave(Exit.fine) }
        if descriptor == STDOUT_FILENO {
            error("linkscope: standard output cannot be written: \(SystemError("write", code: code).reason)")
        }
        Exit.leave(Exit.failed)
    }
}

/// The system's function, whose name the methods of ``Output`` hide.
nonisolated private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
