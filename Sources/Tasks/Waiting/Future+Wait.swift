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
    /// If the closure of this future is still queued on a global queue, it runs here; the same holds for the inputs of a
    /// `whenAll`. So threads of a global queue that wait for each other's work do not deadlock. A closure further up a chain
    /// still needs a free thread.
    ///
    /// Not available in async code: `await` ``value`` or ``settled()`` there. Waiting on the main thread for work that needs the
    /// main thread never ends.
    @available(*, noasync, message: "await 'value' or 'settled()' instead: a blocked thread may be the one that is needed")
    public func wait() {
        if isCompleted { return }
        // This thread may be about to wait for work that it has deferred itself.
        ThreadRun.runDeferred()
        storage.lendHand()
        let observer = WaitObserver()
        if storage.observe(observer) { observer.semaphore.wait() }
    }

    /// Blocks the calling thread until this future has settled, but no longer than `limit`; returns whether it has.
    ///
    /// Not available in async code, like ``wait()``.
    @available(*, noasync, message: "await 'value' or 'settled()' instead: a blocked thread may be the one that is needed")
    @discardableResult
    public func wait(atMost limit: Duration) -> Bool {
        if isCompleted { return true }
        ThreadRun.runDeferred()
        let observer = WaitObserver()
        guard storage.observe(observer) else { return true }
        if observer.semaphore.wait(timeout: .now() + limit.dispatchInterval) == .success { return true }
        observer.giveUp()
        storage.noteSpentObserver()
        return isCompleted
    }
}
