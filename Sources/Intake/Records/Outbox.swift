import Dispatch
import Synchronization
import Tasks

// All records pass through here in the order of their numbers and are delivered on one thread, one call at a time. That thread belongs to
// the consumer, which may block it for as long as it likes. Adding never waits, so the main actor may add. Sources, which could produce
// without end, wait for room before they read more.

/// Passes records from the reading threads to the program.
final class Outbox: Sendable {
    private struct State {
        var waiting: [IntakeEvent] = []
        var isClosed = false
        /// Set when nothing can be added any more.
        var isFinished = false
        var isRunning = false
        var roomSeekers: [DispatchSemaphore] = []
    }

    /// The number of waiting batches at which sources pause.
    private static let room = 16

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let consumer: @Sendable (IntakeEvent) -> Void

    init(consumer: @escaping @Sendable (IntakeEvent) -> Void) {
        self.consumer = consumer
    }

    func put(_ event: IntakeEvent) {
        let mustStart = state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(event)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart {
            do {
                try WorkerThread("records").run { [self] in run() }
            } catch {
                // No thread could be created. The next call that adds something tries again.
                state.withLock { $0.isRunning = false }
            }
        }
        arrivals.signal()
    }

    /// Waits until the consumer keeps up or was closed, or until `wakeAll` is called.
    func waitForRoom() {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.waiting.count >= Self.room, !state.isClosed else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.roomSeekers.append(semaphore)
            return semaphore
        }
        semaphore?.wait()
    }

    /// Wakes everything that waits for room, because it may have been canceled.
    func wakeAll() {
        let seekers = state.withLock { state in
            defer { state.roomSeekers = [] }
            return state.roomSeekers
        }
        for seeker in seekers { seeker.signal() }
    }

    /// Closes the outbox. A delivery in progress is completed, and the other batches are dropped.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        arrivals.signal()
        wakeAll()
    }

    /// Delivers what is waiting, and then ends.
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
