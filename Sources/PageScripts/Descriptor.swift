import Pages

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An open file, pipe or socket, closed when nobody holds it any more.
final class Descriptor: Sendable {
    let number: Int32

    /// - Parameters:
    ///   - number: Becomes ours, and is nobody else's.
    ///   - blocks: True for what another program gets: that is a property of the pipe's end, not of whoever holds it.
    init(adopting number: Int32, blocks: Bool = false) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        if !blocks { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
        #if canImport(Darwin)
            _ = fcntl(number, F_SETNOSIGPIPE, 1)
        #endif
    }

    deinit { close(number) }

    /// Which end of a pipe another program gets.
    enum Theirs { case reader, writer, neither }

    /// Both ends of a pipe.
    static func pipe(theirs: Theirs = .neither) throws(ScriptProblem) -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe systemPipe(&ends) == 0 else { throw .last("pipe") }
        return (Descriptor(adopting: ends[0], blocks: theirs == .reader), Descriptor(adopting: ends[1], blocks: theirs == .writer))
    }

    enum Received {
        case bytes([UInt8])
        /// Nothing now.
        case nothing
        /// Nothing more.
        case end
    }

    func receive(atMost count: Int) -> Received {
        var received = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            repeat { received = unsafe read(number, room.baseAddress, count) } while received < 0 && errno == EINTR
            initialized = max(0, received)
        }
        if received > 0 { return .bytes(bytes) }
        return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .nothing : .end
    }

    /// How many bytes were taken; nil when nobody reads any more.
    ///
    /// The threads that call it take no signals, so that a pipe without a reader is an error and nothing else.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        var sent = 0
        repeat { sent = unsafe bytes.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) } } while sent < 0 && errno == EINTR
        if sent >= 0 { return sent }
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }
}

extension ScriptProblem {
    /// Made right after the call, before another one changes `errno`.
    static func last(_ call: String) -> ScriptProblem { .system(reason(errno) + " (\(call))") }

    static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

// The class has a function of this name.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
