import Dispatch
import HTTPTransport
package import Tasks

/// Ends the lookups that share a fetcher if none of them gets an answer for too long.
///
/// The answers to all lookups count, because a lookup may have to wait while other lookups keep the fetcher busy. Each transfer and each
/// script run has its own, shorter time limit, so a working fetcher answers some lookup within that limit. If no lookup gets an answer for
/// `patience`, no answer is expected any more.
final class LookupClock: Sendable {
    private struct State: Sendable {
        /// The actions that end the running lookups, by number.
        var running: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
        /// The alarm at the end of the current period, which checks for answers; nil while no lookup runs.
        var alarm: FutureTimerEntry?
        /// The number of alarms that were set. An alarm is ignored if a later alarm was set before it rings.
        var alarms = 0
        var hasHeard = false
    }

    /// The time without an answer after which lookups end. Because the clock checks once per period, lookups may end up to twice this time
    /// after the last answer. The time is longer than the time limit of any transfer or script run.
    let patience: Duration
    private let timer: any FutureTimer
    private let state = Locked(State())

    init(patience: Duration, timer: any FutureTimer) {
        self.patience = patience
        self.timer = timer
    }

    /// Adds a lookup, and returns the number of the lookup. `giveUp` ends the lookup.
    func add(_ giveUp: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.running[state.lastNumber] = giveUp
            state.hasHeard = state.alarm != nil
            if state.alarm == nil { setAlarm(&state) }
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        let alarm = state.withLock { state in
            state.running[number] = nil
            return state.running.isEmpty ? state.alarm.take() : nil
        }
        alarm?.cancel()
    }

    /// Records that a lookup got an answer.
    func heard() { state.withLock { $0.hasHeard = true } }

    /// A timer never calls the action within `schedule`, so `schedule` may be called under the lock.
    private func setAlarm(_ state: inout State) {
        state.alarms += 1
        state.hasHeard = false
        state.alarm = timer.schedule(after: patience) { [weak self, number = state.alarms] in self?.ring(number) }
    }

    private func ring(_ number: Int) {
        let unanswered = state.withLock { state in
            guard number == state.alarms, state.alarm != nil else { return [@Sendable () -> Void]() }
            if state.hasHeard {
                setAlarm(&state)
                return []
            }
            // A lookup that is added from now on needs a new alarm, even if these lookups have not been removed yet.
            let ended = Array(state.running.values)
            state.running = [:]
            state.alarm = nil
            return ended
        }
        for giveUp in unanswered { giveUp() }
    }
}

/// A timer that uses one thread for each waiting action. Such a timer does not wake an idle program.
///
/// A timer of Dispatch would keep its worker threads for a while, and would wake the process even for a cancelled action. The clocks of
/// lookups are few and wait long, so a thread for each is acceptable.
package struct ThreadTimer: FutureTimer {
    package init() {}

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let cancelled = DispatchSemaphore(value: 0)
        // If the system has no thread to spare, the action never runs.
        try? WorkerThread("timer").run {
            if cancelled.wait(timeout: .now() + delay.seconds) == .timedOut { action() }
        }
        return FutureTimerEntry { cancelled.signal() }
    }
}
