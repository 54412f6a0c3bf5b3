import Dispatch
package import Tasks

/// A timer that uses one thread for each waiting action. Such a timer does not wake an idle program.
///
/// A timer of Dispatch would keep its worker threads for a while, and would wake the process even for a cancelled action.
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

extension FutureTimer where Self == ThreadTimer {
    /// The timer for the clocks of lookups. Such clocks are few and wait long, so a thread for each is acceptable.
    package static var thread: ThreadTimer { ThreadTimer() }
}
