import Dispatch
import Inspector
import Synchronization

/// A queue of messages from other threads to the main actor.
///
/// The main actor is woken once, no matter how many messages are posted before it takes them. It takes all keys first, then one batch of
/// records. A thread that posts records waits while the mailbox is full, so a fast pipe cannot fill the memory. A thread that posts keys
/// never waits.
nonisolated final class Mailbox: Sendable {
    private struct Contents {
        var urgent: [Message] = []
        var batches: [Message] = []
        var isAwake = false
        var isClosed = false
        var wake: (@Sendable () -> Void)?
    }

    private let contents = Mutex(Contents())
    /// The maximum number of batches that wait. A batch of 4,096 links takes about 9 MB.
    private static let mostBatches = 8
    /// Counts how many more batches fit.
    private let room: DispatchSemaphore

    init() {
        // Dispatch stops the program if a semaphore is released below the value that it was created with, and batches may be left when the
        // user quits. So the semaphore is created with zero.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<Self.mostBatches { room.signal() }
    }

    /// Sets the closure that is called when there are messages. The posting thread calls it, but not again until `take` has returned no
    /// messages.
    func connect(wake: @escaping @Sendable () -> Void) {
        let mustWake = contents.withLock { contents in
            contents.wake = wake
            return contents.isAwake
        }
        if mustWake { wake() }
    }

    /// Posts a message that the user waits for, such as a key.
    func post(urgent message: Message) {
        post { $0.urgent.append(message) }
    }

    /// Posts a batch of records. Waits while the mailbox is full, so never call it on the main actor.
    func post(batch message: Message) {
        room.wait()
        post { if !$0.isClosed { $0.batches.append(message) } }
        if contents.withLock({ $0.isClosed }) { room.signal() }
    }

    /// Drops the batches. From now on they are not kept, so that a thread that waits to post one can end.
    func close() {
        contents.withLock { contents in
            contents.isClosed = true
            contents.batches = []
        }
        // Each thread that this wakes wakes the next one.
        room.signal()
    }

    private func post(_ add: (inout Contents) -> Void) {
        let wake = contents.withLock { contents in
            add(&contents)
            defer { contents.isAwake = true }
            return contents.isAwake ? nil : contents.wake
        }
        wake?()
    }

    /// Returns all urgent messages and the oldest batch, and removes them. After an empty result, the next post wakes the main actor again.
    ///
    /// - Parameter withBatch: Whether a batch may be returned. If not, the batches stay, and an urgent message has to wake the main actor.
    func take(withBatch: Bool = true) -> [Message] {
        let (taken, batches) = contents.withLock { contents in
            var taken = contents.urgent
            contents.urgent = []
            let batch = contents.batches.isEmpty || !withBatch ? nil : contents.batches.removeFirst()
            if let batch { taken.append(batch) }
            if taken.isEmpty { contents.isAwake = false }
            return (taken, batch == nil ? 0 : 1)
        }
        for _ in 0..<batches { room.signal() }
        return taken
    }
}
