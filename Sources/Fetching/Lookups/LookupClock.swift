import Tasks

/// Gives up lookups that share a fetcher when a silence has lasted too long.
///
/// The answers to all lookups count, because a lookup may get no answer as long as other lookups keep the fetcher busy. Each transfer and
/// each script run has its own, shorter time limit, so a working fetcher gives some lookup an answer within that time. If no lookup gets an
/// answer for `patience`, none is to be expected any more.
final class LookupClock: Sendable {
    private struct State: Sendable {
        /// What gives up each lookup that runs.
        var running: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
        /// Rings at the end of a silence; nil while no lookup runs.
        var alarm: FutureTimerEntry?
        /// How many alarms were set. One that rings after a later one was set is ignored.
        var alarms = 0
        var hasHeard = false
    }

    /// The maximum time without an answer. It is longer than the time limit of any transfer or script run.
    let patience: Duration
    private let timer: any FutureTimer
    private let state = Locked(State())

    init(patience: Duration, timer: any FutureTimer) {
        self.patience = patience
        self.timer = timer
    }

    /// Adds a lookup. Returns its number.
    func add(_ giveUp: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.running[state.lastNumber] = giveUp
            state.hasHeard = state.alarm != nil
            if state.alarm == nil { setAlarm(&state) }
            return state.lastNumber
        }
    }

    /// Removes a lookup that has ended.
    func remove(_ number: Int) {
        let alarm = state.withLock { state in
            state.running[number] = nil
            return state.running.isEmpty ? state.alarm.take() : nil
        }
        alarm?.cancel()
    }

    /// Notes that something was heard.
    func heard() { state.withLock { $0.hasHeard = true } }

    /// A timer calls nothing back while it schedules, so it may be asked under the lock.
    private func setAlarm(_ state: inout State) {
        state.alarms += 1
        state.hasHeard = false
        state.alarm = timer.schedule(after: patience) { [weak self, number = state.alarms] in self?.ring(number) }
    }

    private func ring(_ number: Int) {
        let unanswered = state.withLock { state in
            guard number == state.alarms, state.alarm != nil else { return [@Sendable () -> Void]() }
            if !state.hasHeard { return Array(state.running.values) }
            setAlarm(&state)
            return []
        }
        for giveUp in unanswered { giveUp() }
    }
}
