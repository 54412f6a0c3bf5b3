import Dispatch

// The timers of a process share one queue of their own, so blocked global queues do not delay them. A job on this queue waits for the
// earliest deadline. It passes the due actions to a runner, a job on another queue, because an action may block: it may run any
// continuation. While due actions wait and no runner takes one, another runner is started.
//
// Both kinds of job run on serial queues, to which Dispatch gives a thread even if all threads of the global queues are blocked.

/// The pending timers of the process.
final class TimerQueue: Sendable {
    private struct State: Sendable {
        var schedule = TimerSchedule()
        /// The numbers of the due actions that no runner has taken yet, the earliest last. Some may have been removed since.
        var due: [UInt64] = []
        /// Whether a job waits for the deadlines.
        var isServed = false
        var runners = 0
        /// Whether a runner has taken an action since the last look.
        var hasProgressed = false
        /// When the serving job will look next.
        var nextLook = UInt64.max
    }

    private enum Look: Sendable {
        case wait(until: UInt64, startsRunner: Bool)
        case end
    }

    /// How long due actions wait for a runner that is busy before another one is started: 5 ms.
    private static let patience: UInt64 = 5_000_000

    /// The queue of `DispatchFutureTimer`. It is shared because a thread for each user would be a waste.
    static let shared = TimerQueue()

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "Tasks timers")
    private let news = DispatchSemaphore(value: 0)

    /// Runs `action` after `delay`, unless it is removed before. Returns the number by which it is removed.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let time = (DispatchTime.now() + delay.dispatchInterval).uptimeNanoseconds
        let (number, starts, isEarlier) = state.withLock { state in
            let number = state.schedule.add(action, at: time)
            defer { state.isServed = true }
            return (number, !state.isServed, state.isServed && time < state.nextLook)
        }
        if starts { queue.async { self.serve() } }
        if isEarlier { news.signal() }
        return number
    }

    /// Removes an action, unless it has been taken to run.
    func remove(_ number: UInt64) {
        let (removed, isLast) = state.withLock { ($0.schedule.remove(number), $0.isServed && $0.schedule.count == 0) }
        // The action is released here, outside the lock, because its release may run code of the user.
        _ = removed
        // Lets the serving job end.
        if isLast { news.signal() }
    }

    /// Waits for the deadlines until no action is pending.
    private func serve() {
        while case .wait(let time, let startsRunner) = state.withLock({ Self.look(&$0, at: DispatchTime.now().uptimeNanoseconds) }) {
            if startsRunner { DispatchQueue(label: "Tasks timer actions").async { self.runActions() } }
            _ = news.wait(timeout: time == .max ? .distantFuture : DispatchTime(uptimeNanoseconds: time))
        }
    }

    private static func look(_ state: inout State, at now: UInt64) -> Look {
        state.due.insert(contentsOf: state.schedule.due(at: now).reversed(), at: 0)
        let startsRunner = !state.due.isEmpty && (state.runners == 0 || !state.hasProgressed)
        if startsRunner { state.runners += 1 }
        state.hasProgressed = false
        let next = state.schedule.next()
        state.nextLook = state.due.isEmpty ? next ?? .max : min(next ?? .max, now + patience)
        if next == nil, state.due.isEmpty {
            state.isServed = false
            return .end
        }
        return .wait(until: state.nextLook, startsRunner: startsRunner)
    }

    /// Runs the due actions, the earliest first, until none is left.
    private func runActions() {
        while let action = takeAction() { action() }
    }

    private func takeAction() -> TimerSchedule.Action? {
        state.withLock { state in
            state.hasProgressed = true
            while let number = state.due.popLast() {
                if let action = state.schedule.remove(number) { return action }
            }
            state.runners -= 1
            return nil
        }
    }
}
