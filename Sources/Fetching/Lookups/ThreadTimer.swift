import Dispatch
package import Tasks

/// A timer with its own thread, which exists only while an action is scheduled. So an idle program is not woken.
///
/// A timer of Dispatch keeps its worker threads for a while, and wakes the process even for an action that was cancelled.
package final class ThreadTimer: FutureTimer {
    private struct Entry: Sendable {
        var due: ContinuousClock.Instant
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
        /// The time at which the thread wakes up next; nil while there is no thread.
        var wakeUp: ContinuousClock.Instant?
    }

    private enum Turn: Sendable {
        case run([@Sendable () -> Void])
        case wait(until: ContinuousClock.Instant)
        case leave
    }

    private let state = Locked(State())
    private let thread = WorkerThread("timer")
    private let change = DispatchSemaphore(value: 0)

    package init() {}

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let due = ContinuousClock.now + delay
        let (number, before) = state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(due: due, action: action)
            defer { state.wakeUp = min(state.wakeUp ?? due, due) }
            return (state.lastNumber, state.wakeUp)
        }
        if let before {
            if due < before { change.signal() }
        } else {
            // If the system cannot start a thread, no action runs until the next one is scheduled.
            do throws(WorkerThread.Failure) { try thread.run { self.run() } } catch { state.withLock { $0.wakeUp = nil } }
        }
        return FutureTimerEntry { [weak self] in self?.cancel(number) }
    }

    private func cancel(_ number: Int) {
        let isLast = state.withLock { state in state.entries.removeValue(forKey: number) != nil && state.entries.isEmpty }
        if isLast { change.signal() }
    }

    private func run() {
        while true {
            switch nextTurn() {
            case .run(let actions): for action in actions { action() }
            case .wait(let instant): _ = change.wait(timeout: .now() + ContinuousClock.now.duration(to: instant).seconds)
            case .leave: return
            }
        }
    }

    private func nextTurn() -> Turn {
        let now = ContinuousClock.now
        return state.withLock { state in
            let due = state.entries.filter { $0.value.due <= now }.sorted { $0.value.due < $1.value.due }
            for (number, _) in due { state.entries[number] = nil }
            if !due.isEmpty { return .run(due.map(\.value.action)) }
            state.wakeUp = state.entries.values.map(\.due).min()
            return state.wakeUp.map { .wait(until: $0) } ?? .leave
        }
    }
}

extension FutureTimer where Self == ThreadTimer {
    /// A timer for lookups, which are few and wait long.
    package static var thread: ThreadTimer { shared }
}

private let shared = ThreadTimer()
