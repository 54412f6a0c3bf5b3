package import Tasks

/// A timer whose time the test advances.
package final class ManualTimer: FutureTimer {
    private struct Entry {
        var number: Int
        var due: Duration
        var action: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var nextNumber = 0
        var entries: [Entry] = []
    }

    private let state = Locked(State())

    package init() {}

    /// The number of pending timers.
    package var pendingCount: Int { state.withLock { $0.entries.count } }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let number = state.withLock { state in
            state.nextNumber += 1
            state.entries.append(Entry(number: state.nextNumber, due: state.now + delay, action: action))
            return state.nextNumber
        }
        return FutureTimerEntry { [weak self] in
            self?.state.withLock { state in state.entries.removeAll { $0.number == number } }
        }
    }

    /// Advances the time and runs the actions that are due, in order of their deadlines.
    package func advance(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let action = takeNext(until: end) { action() }
        state.withLock { $0.now = end }
    }

    private func takeNext(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let due = state.entries.filter { $0.due <= end }
            guard let next = due.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else { return nil }
            state.entries.removeAll { $0.number == next.number }
            state.now = max(state.now, next.due)
            return next.action
        }
    }
}
