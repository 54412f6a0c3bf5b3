import Fetching
import Foundation

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
