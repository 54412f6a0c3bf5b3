import Dispatch
import Synchronization

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
