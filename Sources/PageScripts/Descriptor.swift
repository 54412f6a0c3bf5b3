import Foundation
import Pages
import Platform

/// An open file or pipe, which is closed when the last reference to this object is released.
final class Descriptor: Sendable {
    let number: Int32

    /// - Parameters:
    ///   - number: A descriptor that has no other owner.
    ///   - blocks: Whether reads and writes wait. Pass true for an end that another program gets, because all processes that hold this end
    ///     share the mode.
    init(adopting number: Int32, blocks: Bool = false) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        if !blocks { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
        SystemCall.silencePipe(number)
    }

    deinit { close(number) }

    /// Returns a copy with a number above `limit`. The copy is an end for another program, so it leaves the mode as it is.
    func copy(above limit: Int32) throws(ScriptProblem) -> Descriptor {
        let number = fcntl(number, F_DUPFD_CLOEXEC, limit + 1)
        guard number >= 0 else { throw .last("fcntl") }
        return Descriptor(adopting: number, blocks: true)
    }

    /// The end of a pipe that goes to another program.
    enum Theirs { case reader, writer, neither }

    /// Creates a pipe.
    static func makePipe(theirs: Theirs = .neither) throws(ScriptProblem) -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
        return (Descriptor(adopting: ends[0], blocks: theirs == .reader), Descriptor(adopting: ends[1], blocks: theirs == .writer))
    }

    enum Received {
        case bytes([UInt8])
        /// There is nothing to read at the moment.
        case nothing
        /// The stream has ended.
        case end
    }

    func receive(atMost count: Int) -> Received {
        var received = 0
        // `read` writes at most `count` bytes and returns how many it has written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            repeat { received = unsafe read(number, room.baseAddress, count) } while received < 0 && errno == EINTR
            initialized = max(0, received)
        }
        if received > 0 { return .bytes(bytes) }
        return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .nothing : .end
    }

    /// Writes bytes. Returns the number of bytes written, or nil if the other end is closed.
    ///
    /// The threads that call this method block all signals. A pipe without a reader is therefore an error and does not end the program.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        var sent = 0
        repeat { sent = unsafe bytes.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) } } while sent < 0 && errno == EINTR
        if sent >= 0 { return sent }
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
}

extension ScriptProblem {
    /// Returns the problem for a system call that has just failed. The reason comes from `errno`.
    static func last(_ call: String) -> ScriptProblem { .system(reason(errno) + " (\(call))") }

    static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
