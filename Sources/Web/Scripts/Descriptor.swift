import AppLinks
import Deciding
import Foundation
import HTTPTransport
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
    static func last(_ call: String) -> ScriptProblem { .system(SystemError.last(call).description) }
}

/// A set of descriptors that a thread waits for. Create a new set for each wait.
struct PollSet {
    /// The index of a descriptor in the set. Nil for a descriptor that is not in the set.
    typealias Slot = Int?

    private var entries: [pollfd] = []

    /// Adds a descriptor to wait for reading, writing or both. If both are false, the descriptor is not added, because a closed pipe would
    /// end each wait at once.
    mutating func watch(_ descriptor: Descriptor?, reads: Bool = false, writes: Bool = false) -> Slot {
        guard let descriptor, reads || writes else { return nil }
        let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
        entries.append(pollfd(fd: descriptor.number, events: events, revents: 0))
        return entries.count - 1
    }

    /// Waits until a descriptor is ready, but at most for `time`.
    mutating func wait(_ time: Duration) {
        let milliseconds = Int32(clamping: max(0, time.milliseconds.rounded(.up).asInt))
        let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
        // A signal interrupted the wait, so it is not known which descriptors are ready.
        if count < 0 { for index in entries.indices { entries[index].revents = 0 } }
    }

    /// Returns whether a read would return at once, perhaps because the stream has ended.
    func isReadable(_ slot: Slot) -> Bool { has(POLLIN | POLLHUP | POLLERR, slot) }

    func isWritable(_ slot: Slot) -> Bool { has(POLLOUT | POLLHUP | POLLERR, slot) }

    private func has(_ events: Int32, _ slot: Slot) -> Bool {
        slot.map { Int32(entries[$0].revents) & events != 0 } ?? false
    }
}

/// A buffer of bytes that wait until a pipe accepts them.
struct PipeBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Writes as many bytes as the pipe accepts now. Returns `false` if the other end is closed.
    mutating func send(to descriptor: Descriptor) -> Bool {
        guard !isEmpty else { return true }
        guard let count = descriptor.send(bytes[start...]) else { return false }
        start += count
        if isEmpty {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        return true
    }
}
