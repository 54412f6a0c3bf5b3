import Dispatch
import Inspector
import Synchronization

/// Where the threads of the edges leave what they have for the main actor.
///
/// The main actor is woken once, however much is posted until it looks: it then takes keys first and a slice of the rest. A thread that
/// brings records waits while too much lies here, so a fast pipe cannot fill the memory; one that brings keys never waits.
nonisolated final class Mailbox: Sendable {
    private struct Contents {
        var urgent: [Message] = []
        var batches: [Message] = []
        var isAwake = false
        var wake: (@Sendable () -> Void)?
    }

    private let contents = Mutex(Contents())
    /// How many batches may lie here.
    private let room = DispatchSemaphore(value: 64)

    /// From now on this is called, on the posting thread, when there is something to take; not again before `take` found nothing left.
    func connect(wake: @escaping @Sendable () -> Void) {
        let mustWake = contents.withLock { contents in
            contents.wake = wake
            return contents.isAwake
        }
        if mustWake { wake() }
    }

    /// What a person waits for.
    func post(urgent message: Message) {
        post { $0.urgent.append(message) }
    }

    /// What arrives by itself. Waits while there is no room; never call it on the main actor.
    func post(batch message: Message) {
        room.wait()
        post { $0.batches.append(message) }
    }

    private func post(_ add: (inout Contents) -> Void) {
        let wake = contents.withLock { contents in
            add(&contents)
            defer { contents.isAwake = true }
            return contents.isAwake ? nil : contents.wake
        }
        wake?()
    }

    /// All that is urgent and the oldest batch. An empty answer means asleep again: the next post wakes.
    func take() -> [Message] {
        let (taken, batches) = contents.withLock { contents in
            var taken = contents.urgent
            contents.urgent = []
            let batch = contents.batches.isEmpty ? nil : contents.batches.removeFirst()
            if let batch { taken.append(batch) }
            if taken.isEmpty { contents.isAwake = false }
            return (taken, batch == nil ? 0 : 1)
        }
        for _ in 0..<batches { room.signal() }
        return taken
    }
}
