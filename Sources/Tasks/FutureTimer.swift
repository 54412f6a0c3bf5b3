import Dispatch

/// A timer that runs actions later. The real timer is `dispatch`; a test passes a timer that it advances itself.
public protocol FutureTimer: Sendable {
    /// Runs `action` once after `delay`, on any thread. Returns an entry that can stop it.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry
}

/// A scheduled action.
public struct FutureTimerEntry: Sendable {
    private enum Stop: Sendable {
        case call(@Sendable () -> Void)
        /// Removes the action of this number from the shared queue, without a closure for each action.
        case remove(number: UInt64)
    }

    private let stop: Stop

    /// Creates an entry whose `cancel()` calls `stop`. `stop` may be called repeatedly, and after the action has run.
    public init(_ stop: @escaping @Sendable () -> Void) {
        self.stop = .call(stop)
    }

    /// Creates the entry of an action of the shared queue.
    init(number: UInt64) {
        stop = .remove(number: number)
    }

    /// Stops the action if it has not run, and lets the timer release the action.
    public func cancel() {
        switch stop {
        case .call(let stop): stop()
        case .remove(let number): TimerQueue.shared.remove(number)
        }
    }
}

/// A timer based on Dispatch's clock, which stops while the machine sleeps.
public struct DispatchFutureTimer: FutureTimer {
    /// Creates a timer. All timers of this type share one queue of their own, so busy global queues do not delay them.
    public init() {}

    /// Runs `action` on another thread after `delay`. A delay of zero or less is still asynchronous. Canceling the entry releases `action`
    /// at once.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        FutureTimerEntry(number: TimerQueue.shared.schedule(after: delay, action))
    }
}

extension FutureTimer where Self == DispatchFutureTimer {
    /// The timer based on Dispatch's clock.
    public static var dispatch: DispatchFutureTimer { DispatchFutureTimer() }
}

extension Duration {
    /// The duration in nanoseconds: zero if it is negative, `.never` if it overflows (beyond 292 years).
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .nanoseconds(0) : .never }
        let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflowed ? .never : .nanoseconds(max(0, Int(sum)))
    }
}
