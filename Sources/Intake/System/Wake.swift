#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pipe to oneself: wakes a thread that waits in `poll`.
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

    /// What `poll` waits for.
    var descriptor: Int32 { readEnd.descriptor }

    /// Wakes the one who waits, now or when it will wait. A full pipe has woken it already.
    func signal() {
        var byte: UInt8 = 1
        unsafe write(writeEnd.descriptor, &byte, 1)
    }

    /// Takes what has been signalled, so that the next wait waits.
    func drain() {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while unsafe read(readEnd.descriptor, &bytes, bytes.count) > 0 {}
    }
}

/// Waiting for descriptors.
enum Readiness {
    static let readable = Int16(POLLIN)
    static let writable = Int16(POLLOUT)

    /// Waits until one of them is ready, or hung up; what each answered, or all 0 after the time. No time: for ever.
    static func wait(_ watched: [(descriptor: Int32, events: Int16)], milliseconds: Int32? = nil) throws(SystemError) -> [Int16] {
        var polled = watched.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        _ = try retrying("poll") { unsafe poll(&polled, nfds_t(polled.count), milliseconds ?? -1) }
        return polled.map(\.revents)
    }
}
