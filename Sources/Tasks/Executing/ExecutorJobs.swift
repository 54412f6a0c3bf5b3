import Dispatch

/// The user's own way of running jobs.
@usableFromInline
final class CustomExecutor: Sendable {
    let name: String
    let submit: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(name: String, submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.name = name
        self.submit = submit
    }
}

/// A job handed to code that is not ours, which may call it twice, or from two threads.
final class OnceJob: Sendable {
    private let observer: Locked<FutureObserver?>
    private let executor: CustomExecutor

    init(_ observer: FutureObserver, for executor: CustomExecutor) {
        self.observer = Locked(observer)
        self.executor = executor
    }

    deinit {
        // The executor let go of the job without running it: nothing else would ever settle the future.
        let observer = observer.withLock { $0.take() }
        (observer as? FutureCell)?.breakPromise(.jobDropped(executor: executor.name))
    }

    func run() {
        let observer = observer.withLock { $0.take() }
        if let observer { ThreadRun.perform(observer) }
    }
}

/// A closure that is run by an executor for its own sake.
final class JobObserver: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added never changes.
    private let job: @Sendable () -> Void
    private let executor: FutureExecutor

    init(_ job: @escaping @Sendable () -> Void, on executor: FutureExecutor) {
        self.job = job
        self.executor = executor
        super.init()
    }

    override var nestingLimit: Int { executor.nestingLimit }

    override func react() -> ObserverChain {
        if executor.runsHere { return perform() }
        executor.submit(self)
        return .empty
    }

    override func perform() -> ObserverChain {
        job()
        return .empty
    }
}

/// Whether the caller is where main-queue work runs.
@usableFromInline
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// On the main queue, or on the main thread (before the queue is served there).
    ///
    /// Both, because `dispatchMain()` on Linux gives up the main thread and serves the queue on others.
    @usableFromInline package static var isCurrent: Bool {
        isMainThread() || DispatchQueue.getSpecific(key: key) == true
    }
}
