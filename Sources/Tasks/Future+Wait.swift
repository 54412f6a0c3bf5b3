import Dispatch
import Synchronization

// If all threads of a global queue wait for futures whose work is queued behind them, the queue never runs that work. So a thread that is
// about to wait lends a hand: it runs the queued work behind its future itself.
//
// The work may be far up a chain. An ordinary future does not know what it waits for. A lending future does: it was made by a
// continuation on a global queue, or it waits for a lending future.

extension FutureCell {
    /// How many futures are followed up a chain. Beyond that, the caller just waits. The limit also ends the search in futures that wait for
    /// each other.
    private static let reach = 100_000

    /// Runs the work behind this future that is queued on a global queue. Returns whether there was any.
    final func lendHand() -> Bool {
        guard lends, !isSettled else { return false }
        var path = [self as FutureCell]
        while path.count < Self.reach, let lender = path[path.count - 1].lender, !lender.isSettled { path.append(lender) }
        var hasRun = false
        // Starts with the future farthest up the chain, because its work may queue the work of the next one.
        while let cell = path.popLast() {
            if cell.runQueuedWork() { hasRun = true }
        }
        return hasRun
    }

    /// Does all that the calling thread can do for this future before the thread waits: runs the observers that the thread has deferred,
    /// because the future may depend on them, and lends a hand.
    final func helpBeforeWaiting() {
        repeat { ThreadRun.runDeferred() } while lendHand()
    }
}

/// An observer that wakes a blocked thread when a future settles.
// `@unchecked` like `FutureObserver`; the added state is immutable or atomic.
final class WaitObserver: FutureObserver, @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    private let gaveUp = Atomic(false)

    override var nestingLimit: Int { .max }
    override var isSpent: Bool { gaveUp.load(ordering: .acquiring) }

    override func react() -> ObserverChain {
        semaphore.signal()
        return .empty
    }

    func giveUp() {
        gaveUp.store(true, ordering: .releasing)
    }
}

extension Future {
    /// Blocks the calling thread until this future has settled.
    ///
    /// If the closure of this future, of a future that it continues, or of an input of a `whenAll` is still queued on a global queue, the
    /// closure runs here. So threads of a global queue that wait for each other's work do not deadlock. A closure that is submitted to the
    /// queue only after the wait has begun still needs a free thread, as does a closure inside a timeout, a race, a retry or a loop.
    ///
    /// Not available in async code: `await` ``value`` or ``settled()`` there. Waiting on the main thread for work that needs the
    /// main thread never ends.
    @available(*, noasync, message: "await 'value' or 'settled()' instead: a blocked thread may be the one that is needed")
    public func wait() {
        if isCompleted { return }
        storage.helpBeforeWaiting()
        let observer = WaitObserver()
        if storage.observe(observer) { observer.semaphore.wait() }
    }

    /// Blocks the calling thread until this future has settled, but no longer than `limit`; returns whether it has.
    ///
    /// Runs queued closures like ``wait()``, and then returns late if such a closure takes longer than `limit`.
    ///
    /// Not available in async code, like ``wait()``.
    @available(*, noasync, message: "await 'value' or 'settled()' instead: a blocked thread may be the one that is needed")
    @discardableResult
    public func wait(atMost limit: Duration) -> Bool {
        if isCompleted { return true }
        let deadline = DispatchTime.now() + limit.dispatchInterval
        storage.helpBeforeWaiting()
        let observer = WaitObserver()
        guard storage.observe(observer) else { return true }
        if observer.semaphore.wait(timeout: deadline) == .success { return true }
        observer.giveUp()
        storage.countForSweep()
        return isCompleted
    }
}
