/// A pipe within the process that wakes a thread waiting in `poll`.
package final class Wake: Sendable {
    private let readEnd: OpenFile
    private let writeEnd: OpenFile

    package init() throws(SystemError) {
        (readEnd, writeEnd) = try OpenFile.makePipe()
        for end in [readEnd, writeEnd] { end.stopWaiting() }
    }

    /// The descriptor to wait for with `poll`.
    package var descriptor: Int32 { readEnd.descriptor }

    /// Wakes the waiting thread. If the thread is not waiting, its next wait returns at once. A full pipe already has this effect, so the
    /// failed write is ignored.
    package func signal() {
        var byte: UInt8 = 1
        unsafe write(writeEnd.descriptor, &byte, 1)
    }

    /// Removes all signals, so that the next wait blocks.
    package func drain() {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while unsafe read(readEnd.descriptor, &bytes, bytes.count) > 0 {}
    }
}

/// Waits for descriptors to become ready.
package enum Readiness {
    package static let readable = Int16(POLLIN)
    package static let writable = Int16(POLLOUT)
    /// The events to request for a descriptor of which only the closing of the other end matters. There are none, because `poll` always
    /// reports the closing.
    package static let closed: Int16 = 0

    /// Waits until at least one descriptor is ready, hung up or failed. Returns the events of each descriptor. After a timeout, all of them
    /// are 0. Without a timeout, waits forever.
    package static func wait(_ watched: [(descriptor: Int32, events: Int16)], milliseconds: Int32? = nil) throws(SystemError) -> [Int16] {
        var polled = watched.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        _ = try retrying("poll") { unsafe poll(&polled, nfds_t(polled.count), milliseconds ?? -1) }
        return polled.map(\.revents)
    }
}
