import Dispatch
import Synchronization

/// Wakes a thread when a future settles.
final class WaitObserver: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added is immutable or synchronised.
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
    /// Blocks the calling thread until this has settled.
    ///
    /// If its closure is waiting for a thread of a global queue, it is run here, as are those of the futures that a `whenAll`
    /// waits for: threads of that queue that wait for each other's work do not hang. That is not so for a closure further up
    /// a chain, which needs a thread that is free.
    ///
    /// Not from async code: there, `await` ``value`` or ``settled()``. Waiting on the main thread for work that needs the
    /// main thread waits for ever.
    @available(*, noasync, message: "await 'value' or 'settled()' instead: a blocked thread may be the one that is needed")
    public func wait() {
        if isCompleted { return }
        // What this thread has put off may be just what is waited for.
        ThreadRun.runDeferred()
        storage.lendHand()
        let observer = WaitObserver()
        if storage.observe(observer) { observer.semaphore.wait() }
    }

    /// Blocks the calling thread until this has settled, but no longer than `limit`; answers whether it has.
    ///
    /// Not from async code, as ``wait()``.
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
