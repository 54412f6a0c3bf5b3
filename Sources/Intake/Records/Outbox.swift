import Dispatch
import Synchronization

// Everything that arrives meets here, in the order of its record numbers, and leaves on one thread, one call at a time. That thread is the
// consumer's: it may block there as long as it likes. Whoever puts something in never waits, so the main actor may; the sources, who could
// go on for ever, ask for room before they read more.

/// The way from the threads that read to the program.
final class Outbox: Sendable {
    private struct State {
        var waiting: [IntakeEvent] = []
        var isClosed = false
        /// Nobody can put anything in any more.
        var isFinished = false
        var isRunning = false
        var roomSeekers: [DispatchSemaphore] = []
    }

    /// So many batches may wait before sources pause.
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
                try BackgroundThread.start { [self] in run() }
            } catch {
                // No thread to be had: the next one that puts something in tries again.
                state.withLock { $0.isRunning = false }
            }
        }
        arrivals.signal()
    }

    /// Waits until the consumer keeps up, or has been closed, or `wakeAll` is called.
    func waitForRoom() {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.waiting.count >= Self.room, !state.isClosed else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.roomSeekers.append(semaphore)
            return semaphore
        }
        semaphore?.wait()
    }

    /// Lets those go on who wait for room, for they may have been cancelled.
    func wakeAll() {
        let seekers = state.withLock { state in
            defer { state.roomSeekers = [] }
            return state.roomSeekers
        }
        for seeker in seekers { seeker.signal() }
    }

    /// Nothing is delivered after this but what is being delivered now.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        arrivals.signal()
        wakeAll()
    }

    /// Delivers what waits, and then ends.
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
