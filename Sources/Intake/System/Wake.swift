/// A pipe within the process that wakes a thread waiting in `poll`.
final class Wake: Sendable {
    private let readEnd: OpenFile
    private let writeEnd: OpenFile

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("pipe") { unsafe pipe(&ends) }
        readEnd = OpenFile(adopting: ends[0])
        writeEnd = OpenFile(adopting: ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    /// The descriptor to wait for with `poll`.
    var descriptor: Int32 { readEnd.descriptor }

    /// Wakes the waiting thread, now or at its next wait. If the pipe is full, the thread has been woken already.
    func signal() {
        var byte: UInt8 = 1
        unsafe write(writeEnd.descriptor, &byte, 1)
    }

    /// Removes all signals, so that the next wait blocks.
    func drain() {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while unsafe read(readEnd.descriptor, &bytes, bytes.count) > 0 {}
    }
}

/// Waits for descriptors to become ready.
enum Readiness {
    static let readable = Int16(POLLIN)
    static let writable = Int16(POLLOUT)
    /// The events to request for a closed other side: none, because `poll` always reports it.
    static let closed: Int16 = 0

    /// Waits until one descriptor is ready or hung up. Returns the events of each, or all 0 after a timeout. Without a timeout it waits
    /// forever.
    static func wait(_ watched: [(descriptor: Int32, events: Int16)], milliseconds: Int32? = nil) throws(SystemError) -> [Int16] {
        var polled = watched.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        _ = try retrying("poll") { unsafe poll(&polled, nfds_t(polled.count), milliseconds ?? -1) }
        return polled.map(\.revents)
    }
}
