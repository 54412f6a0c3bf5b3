public import Dispatch

/// Where a continuation runs.
///
/// An executor is given to one continuation and applies to that one only; the next in a chain has its own, `default`
/// unless told otherwise.
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

    /// At once, on the thread that settles the future (or adds to a settled one), while fewer than 20 runs are nested there.
    ///
    /// Beyond that, as soon as that thread has returned from some of them, in the order of arrival: the stack never
    /// overflows, and nothing moves to another thread. (Bolts moves deep ones to a global queue, where order is lost.)
    @inlinable public static var `default`: FutureExecutor { FutureExecutor(.inline) }

    /// As `default`, but bent on running before the call returns: only beyond 100 nested runs does it wait its turn.
    @inlinable public static var immediate: FutureExecutor { FutureExecutor(.immediate) }

    /// On the main queue; at once if the caller is on it, or on the main thread, already.
    @inlinable public static var main: FutureExecutor { FutureExecutor(.main) }

    /// On a dispatch queue, asynchronously.
    @inlinable
    public static func queue(_ queue: DispatchQueue) -> FutureExecutor {
        FutureExecutor(.queue(queue))
    }

    /// However `submit` runs the job it is given, now or later, on any thread.
    ///
    /// A job does its work once however often it is called. One that is dropped without having been called fails the
    /// future with a ``BrokenPromise`` that names the executor; one that is kept and never called leaves it pending.
    /// - Parameters:
    ///   - name: What descriptions call it.
    ///   - submit: Takes a job and sees to it that it runs.
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

    /// Does `body` before it returns, if that is how this executor runs continuations; nil, doing nothing, if it is not, or not now.
    ///
    /// For whoever would otherwise make a future only to read it at once.
    package func runAtOnce<Result>(_ body: () -> Result) -> Result? {
        runsAnywhere ? ThreadRun.run(upTo: nestingLimit, body) : nil
    }

    /// Whether a continuation may run on the calling thread, now.
    @inlinable var runsHere: Bool {
        switch kind {
        case .inline, .immediate: true
        case .main: MainQueue.isCurrent
        case .queue, .custom: false
        }
    }

    /// Whether any thread will do.
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

    /// Whether it is one of the global queues, where any thread is as good as another.
    var isGlobalQueue: Bool {
        if case .queue(let queue) = kind { queue.label.hasPrefix("com.apple.root.") } else { false }
    }

    /// Has `observer` perform on the queue this executor stands for. Only for those that do not run here.
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
