import Dispatch
import Records
import Synchronization
import Tasks

// All records pass through the outbox in the order of their numbers. One thread delivers them, one call at a time. The consumer may block
// this thread. Adding an event never waits for the consumer, so the main actor may add events. Sources can produce without end, so they
// wait for room before they read more.

/// Passes records from the reading threads to the program.
final class Outbox: Sendable {
    private struct State {
        var waiting: [IntakeEvent] = []
        var isClosed = false
        /// Whether `finish` was called. After this call, no more events are added.
        var isFinished = false
        var isRunning = false
        var roomSeekers: [DispatchSemaphore] = []

        /// Adds an event. While events wait, joins small batches of records to larger ones. Otherwise a source that sends record by record would
        /// wait for the consumer record by record.
        mutating func add(_ event: IntakeEvent) {
            guard waiting.count > Outbox.separate, case .records(let next) = event, case .records = waiting[waiting.count - 1] else {
                waiting.append(event)
                return
            }
            // The last batch is removed, so that it has one owner and grows without being copied.
            guard case .records(var last) = waiting.removeLast() else { return }
            let isJoined = last.join(next, atMost: RecordLimits.together)
            waiting.append(.records(last))
            if !isJoined { waiting.append(event) }
        }
    }

    /// The number of waiting events at which sources pause.
    private static let room = 16
    /// The number of waiting events that are never joined.
    private static let separate = 4

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let consumer: @Sendable (IntakeEvent) -> Void

    init(consumer: @escaping @Sendable (IntakeEvent) -> Void) {
        self.consumer = consumer
    }

    func put(_ event: IntakeEvent) {
        let mustStart = state.withLock { state in
            guard !state.isClosed else { return false }
            state.add(event)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart {
            do {
                try WorkerThread("records").run { [self] in run() }
            } catch {
                // No thread could be created. The next call of `put` tries again.
                state.withLock { $0.isRunning = false }
            }
        }
        arrivals.signal()
    }

    /// If `room` or more events are waiting, waits until `wakeAll` is called. The outbox calls it after each delivery and when it is
    /// closed.
    func waitForRoom() {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.waiting.count >= Self.room, !state.isClosed else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.roomSeekers.append(semaphore)
            return semaphore
        }
        semaphore?.wait()
    }

    /// Wakes all sources that wait for room, because some of them may have been canceled.
    func wakeAll() {
        let seekers = state.withLock { state in
            defer { state.roomSeekers = [] }
            return state.roomSeekers
        }
        for seeker in seekers { seeker.signal() }
    }

    /// Closes the outbox. A delivery in progress is completed, and the waiting events are dropped.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        arrivals.signal()
        wakeAll()
    }

    /// Delivers the waiting events and then ends the thread.
    func finish() {
        state.withLock { $0.isFinished = true }
        arrivals.signal()
        wakeAll()
    }

    private func run() {
        while true {
            arrivals.wait()
            let (events, isLast) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.isClosed || state.isFinished)
            }
            for event in events {
                if state.withLock({ $0.isClosed }) { return }
                consumer(event)
            }
            if isLast { return }
            wakeAll()
        }
    }
}
