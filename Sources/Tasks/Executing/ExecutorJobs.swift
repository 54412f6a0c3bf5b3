import Dispatch
import Platform

/// A user-supplied way of running jobs.
@usableFromInline
final class CustomExecutor: Sendable {
    let name: String
    let submit: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(name: String, submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.name = name
        self.submit = submit
    }
}

/// A job handed to a user-supplied executor, which may call it twice or from two threads; it runs only once.
final class OnceJob: Sendable {
    private let observer: Locked<FutureObserver?>
    private let executor: CustomExecutor

    init(_ observer: FutureObserver, for executor: CustomExecutor) {
        self.observer = Locked(observer)
        self.executor = executor
    }

    deinit {
        // The executor dropped the job without running it, so nothing else would ever settle the future.
        let observer = observer.withLock { $0.take() }
        (observer as? FutureCell)?.breakPromise(.jobDropped(executor: executor.name))
    }

    func run() {
        let observer = observer.withLock { $0.take() }
        if let observer { ThreadRun.perform(observer) }
    }
}

/// A closure passed to `FutureExecutor.execute`.
// `@unchecked` like `FutureObserver`; the added state is immutable.
final class JobObserver: FutureObserver, @unchecked Sendable {
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

/// Checks whether the caller runs on the main queue or the main thread.
@usableFromInline
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller is on the main queue or on the main thread.
    ///
    /// Both are checked, because `dispatchMain()` on Linux ends the main thread and serves the main queue on other threads.
    @usableFromInline package static var isCurrent: Bool {
        isMainThread() || DispatchQueue.getSpecific(key: key) == true
    }
}
