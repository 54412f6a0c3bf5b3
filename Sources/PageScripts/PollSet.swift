import Fetching

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a thread waits for: made anew for each wait.
struct PollSet {
    /// Where a descriptor stands in the set; nil for one that is not waited for.
    typealias Slot = Int?

    private var entries: [pollfd] = []

    /// One that is waited for neither way is left out: a connection that is hung up would end each wait at once.
    mutating func watch(_ descriptor: Descriptor?, reads: Bool = false, writes: Bool = false) -> Slot {
        guard let descriptor, reads || writes else { return nil }
        let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
        entries.append(pollfd(fd: descriptor.number, events: events, revents: 0))
        return entries.count - 1
    }

    /// Until one of them is ready, or so long.
    mutating func wait(_ time: Duration) {
        let milliseconds = Int32(clamping: max(0, time.milliseconds.rounded(.up).asInt))
        let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
        // Interrupted: nothing is known to be ready.
        if count < 0 { for index in entries.indices { entries[index].revents = 0 } }
    }

    /// Whether a read answers at once, be it with the end.
    func isReadable(_ slot: Slot) -> Bool { has(POLLIN | POLLHUP | POLLERR, slot) }

    func isWritable(_ slot: Slot) -> Bool { has(POLLOUT | POLLHUP | POLLERR, slot) }

    private func has(_ events: Int32, _ slot: Slot) -> Bool {
        slot.map { Int32(entries[$0].revents) & events != 0 } ?? false
    }
}
