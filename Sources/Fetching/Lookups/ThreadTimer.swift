import Dispatch
package import Tasks

/// A timer with a thread for each action that waits: an idle program is not woken.
///
/// A timer of Dispatch keeps its worker threads for a while, and wakes the process even for an action that was cancelled.
package struct ThreadTimer: FutureTimer {
    package init() {}

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        let cancelled = DispatchSemaphore(value: 0)
        // If the system has no thread to spare, nothing is timed.
        try? WorkerThread("timer").run {
            if cancelled.wait(timeout: .now() + delay.seconds) == .timedOut { action() }
        }
        return FutureTimerEntry { cancelled.signal() }
    }
}

extension FutureTimer where Self == ThreadTimer {
    /// A timer for the clocks of lookups, which are few and wait long.
    package static var thread: ThreadTimer { ThreadTimer() }
}
