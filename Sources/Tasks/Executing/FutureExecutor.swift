public import Dispatch
import Platform

/// A rule for where and when a continuation runs.
///
/// An executor applies only to the continuation it is passed to. Later continuations in the chain use `default` unless they
/// are given an executor of their own.
public struct FutureExecutor: Sendable {
    @usableFromInline
    enum Kind: Sendable {
        case inline
        case immediate
        case main
        case queue(DispatchQueue)
        case custom(CustomExecutor)
    }

    @usableFromInline let kind: Kind

    @inlinable
    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Runs continuations at once, on the thread that settles the future, or on the adding thread if it has already settled.
    ///
    /// When 20 runs are already nested on the thread, a continuation is deferred until some of them have returned. Deferred
    /// continuations run in order of arrival. So the stack never overflows and no work moves to another thread. (Bolts moves
    /// deeply nested continuations to a global queue, which loses the order.)
    ///
    /// So inside 20 nested runs, even the continuation of a settled future may run only after the call that adds it has returned. Code that
    /// then blocks until that continuation signals a semaphore hangs, because the continuation runs later on the same thread. Wait with
    /// ``Future/wait()``, which runs the deferred continuations of its thread first, or give the continuation a queue.
    @inlinable public static var `default`: FutureExecutor { FutureExecutor(.inline) }

    /// Runs continuations like `default`, but defers them only when 100 runs are nested.
    @inlinable public static var immediate: FutureExecutor { FutureExecutor(.immediate) }

    /// Runs continuations on the main queue; at once if the caller is already on it or on the main thread.
    @inlinable public static var main: FutureExecutor { FutureExecutor(.main) }

    /// Runs continuations on a dispatch queue, always asynchronously.
    @inlinable
    public static func queue(_ queue: DispatchQueue) -> FutureExecutor {
        FutureExecutor(.queue(queue))
    }

    /// Runs continuations the way `submit` runs its job: now or later, on any thread.
    ///
    /// A job runs once, even if it is called several times. If the job is dropped without being called, the future fails with
    /// a ``BrokenPromise`` that names the executor. If the job is kept but never called, the future stays pending.
    /// - Parameters:
    ///   - name: The executor's name in descriptions.
    ///   - submit: Receives a job and makes sure that it runs.
    public static func custom(
        _ name: String = "custom", _ submit: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void
    ) -> FutureExecutor {
        FutureExecutor(.custom(CustomExecutor(name: name, submit: submit)))
    }

    /// Runs `job` the way this executor runs continuations.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        let observer = JobObserver(job, on: self)
        ThreadRun.run(observer)
    }

    /// Runs `body` and returns its result if this executor runs work at once. Otherwise returns nil without running `body`.
    ///
    /// It also returns nil when too many runs are nested on this thread. A caller that needs the result at once uses this
    /// method to avoid making a future.
    package func runAtOnce<Result>(_ body: () -> Result) -> Result? {
        runsAnywhere ? ThreadRun.run(upTo: nestingLimit, body) : nil
    }

    /// Whether a continuation may run now on the calling thread.
    @inlinable var runsHere: Bool {
        switch kind {
        case .inline, .immediate: true
        case .main: MainQueue.isCurrent
        case .queue, .custom: false
        }
    }

    /// Whether a continuation may run on any thread.
    @inlinable var runsAnywhere: Bool {
        switch kind {
        case .inline, .immediate: true
        case .main, .queue, .custom: false
        }
    }

    @inlinable var isImmediate: Bool {
        if case .immediate = kind { true } else { false }
    }

    @inlinable var nestingLimit: Int {
        isImmediate ? ThreadRun.immediateNestingLimit : ThreadRun.nestingLimit
    }

    /// Whether this is a global queue. Such a queue has no thread of its own, so its work may run on any thread.
    var isGlobalQueue: Bool {
        if case .queue(let queue) = kind { queue.label.hasPrefix("com.apple.root.") } else { false }
    }

    /// Submits `observer` to run where this executor runs continuations. Only for executors that cannot run it on the calling
    /// thread.
    @usableFromInline
    func submit(_ observer: FutureObserver) {
        switch kind {
        case .inline, .immediate: ThreadRun.perform(observer)
        case .main: DispatchQueue.main.async { ThreadRun.perform(observer) }
        case .queue(let queue):
            observer.handOver()
            queue.async { if observer.takeOver() { ThreadRun.perform(observer) } }
        case .custom(let executor):
            let job = OnceJob(observer, for: executor)
            executor.submit { job.run() }
        }
    }
}

extension FutureExecutor: CustomStringConvertible {
    /// The kind of executor, with the label of its queue or its name.
    public var description: String {
        switch kind {
        case .inline: "default"
        case .immediate: "immediate"
        case .main: "main"
        case .queue(let queue): "queue(\(queue.label))"
        case .custom(let executor): "custom(\(executor.name))"
        }
    }
}

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
