import Dispatch

/// Runs things later. The real one is `dispatch`; a test passes one whose hands it turns itself.
public protocol FutureTimer: Sendable {
    /// Runs `action` once, `delay` from now, on whatever thread; answers how to stop it.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry
}

/// Something a timer is going to do.
public struct FutureTimerEntry: Sendable {
    private let stop: @Sendable () -> Void

    /// An entry that `stop` takes off its timer. `stop` may be called often, and after the fact.
    public init(_ stop: @escaping @Sendable () -> Void) {
        self.stop = stop
    }

    /// Stops it, if it has not happened. The timer lets go of what it held for it.
    public func cancel() {
        stop()
    }
}

/// The time of day's passing, as Dispatch measures it (it stands still while the machine sleeps).
public struct DispatchFutureTimer: FutureTimer {
    /// A timer that runs its actions on the global queue of the default priority.
    public init() {}

    /// Runs `action` on a global queue once `delay` has passed; zero and less still go by way of the queue.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let pending = PendingAction(action)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay.dispatchInterval) { pending.run() }
        return FutureTimerEntry { pending.drop() }
    }
}

extension FutureTimer where Self == DispatchFutureTimer {
    /// The real clock.
    public static var dispatch: DispatchFutureTimer { DispatchFutureTimer() }
}

/// Lets go of the action when it is dropped, not only when its time would have come.
private final class PendingAction: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    func run() {
        let action = action.withLock { $0.take() }
        action?()
    }

    func drop() {
        let action = action.withLock { $0.take() }
        _ = action
    }
}

extension Duration {
    /// The same in nanoseconds; beyond 292 years, 292 years.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .nanoseconds(0) : .never }
        let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflowed ? .never : .nanoseconds(max(0, Int(sum)))
    }
}
