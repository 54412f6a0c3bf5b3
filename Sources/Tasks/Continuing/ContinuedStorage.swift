import Synchronization

// A continuation and the future it makes are one object. It waits for its antecedent as an observer, runs the closure and
// settles with the result. If the closure returns a future, the same object then observes that future.
//
//     waiting ──antecedent settles──► react ──executor──► perform ──value──► settled
//                                       │                    │
//                                       └─ skip ─► settled   └─future─► forwarding ──► react ──► settled
//
// The function `behavior` does the work of each phase. It is created in the caller's module, where the continuation is added,
// so that the compiler specializes it for the caller's types. The compiler does not specialize methods of generic classes
// that are called through the class. Each subclass adds a form of continuation (see `ContinuationForm`): a closure, and the outcomes for
// which the closure is called. The closure is released when it runs. Without a closure, the future forwards.

/// The future that a continuation makes, which is also the observer that runs the continuation.
// `@unchecked`, and without exclusivity checks, like `FutureStorage`: the fields belong to the one thread that currently holds the
// observer.
@usableFromInline
class ContinuedStorage<Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    /// The reason why `behavior` is called.
    @usableFromInline
    enum Phase: Sendable {
        /// The future that the continuation waited for has settled.
        case react
        /// The executor is running the continuation.
        case perform
    }

    @usableFromInline typealias Behavior = @Sendable (FutureObserver, Phase) -> ObserverChain

    /// The settled storage of the input, or of a returned future of type `Value` while forwarding. Set only after that future
    /// has settled: a pending future holds its observers, so an observer must not hold it.
    @safe @exclusivity(unchecked)
    @usableFromInline final var antecedent: FutureCell?
    /// The executor and token; nil if both are the defaults and the future does not lend. Most continuations use the defaults, which keeps
    /// them small. Set before the future is shared.
    @safe @exclusivity(unchecked)
    @usableFromInline final var setting: ContinuationSetting?
    @usableFromInline final let behavior: Behavior

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, behavior: @escaping Behavior) {
        setting = token == nil && executor.runsAnywhere ? nil : ContinuationSetting(executor, token)
        self.behavior = behavior
        super.init(executor.isImmediate ? .immediate : .plain)
        if let setting, setting.isOnGlobalQueue { markLending() }
    }

    @usableFromInline override var nestingLimit: Int { isImmediate ? ThreadRun.immediateNestingLimit : ThreadRun.nestingLimit }

    @usableFromInline
    override func antecedentDidSettle(_ antecedent: FutureCell) {
        self.antecedent = antecedent
    }

    @usableFromInline
    override func react() -> ObserverChain { behavior(self, .react) }

    @usableFromInline
    override func perform() -> ObserverChain { behavior(self, .perform) }

    /// Fails because the executor has dropped the continuation. The continuation will not run any more, so what it holds is released.
    @usableFromInline
    override func breakPromise(_ reason: BrokenPromise.Reason) {
        releaseBody()
        antecedent = nil
        setting?.release()
        super.breakPromise(reason)
    }

    @usableFromInline
    func releaseBody() {}

    override func handOver() {
        setting?.handOver()
    }

    override func takeOver() -> Bool {
        // Only continuations with a setting are handed over.
        setting?.takeOver() ?? false
    }

    override var lender: FutureCell? { setting?.lender }

    override func runQueuedWork() -> Bool {
        guard let setting, setting.isOnGlobalQueue, setting.takeOver() else { return false }
        ThreadRun.perform(self)
        return true
    }

    /// Lets threads that wait for this future find `lender`, the future that this one is about to wait for. Called before this future is
    /// shared.
    @usableFromInline
    final func borrow(from lender: FutureCell) {
        let setting = setting ?? ContinuationSetting(isImmediate ? .immediate : .default, nil)
        setting.follow(lender)
        self.setting = setting
        markLending()
    }

    // MARK: Building blocks of the forms

    /// Returns the settled input and keeps it.
    @inlinable
    final func input<Input: Sendable>(of type: Input.Type) -> FutureStorage<Input>? {
        guard let antecedent else { return nil }
        // A form is only ever added to a storage of its `Input`. While forwarding, `Input` is `Value`.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self)
    }

    /// Returns the settled input and releases it; the caller must settle this future next.
    @inlinable
    final func takeInput<Input: Sendable>(of type: Input.Type) -> FutureStorage<Input>? {
        guard let antecedent = antecedent.take() else { return nil }
        // See `input(of:)`.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self)
    }

    /// Whether the closure may run now on the calling thread.
    @inlinable final var runsHere: Bool {
        if let setting { setting.executor.runsHere } else { true }
    }

    /// Submits this continuation to the executor, which calls back with `.perform`.
    @inlinable
    final func submit() -> ObserverChain {
        setting?.executor.submit(self)
        return .empty
    }

    @inlinable final var isTokenCancelled: Bool {
        if let token = setting?.token { token.isCancellationRequested } else { false }
    }

    /// Releases the executor and the token, and settles with `outcome`.
    @inlinable
    final func end(_ outcome: Outcome<Value>) -> ObserverChain {
        setting?.release()
        return settleClaimed(outcome)
    }

    /// Ends the way the future returned by the closure ended.
    @inlinable
    final func forward() -> ObserverChain {
        guard let input = input(of: Value.self), let ending = input.ending else { return .empty }
        antecedent = nil
        if isTokenCancelled { return end(.cancelled) }
        setting?.release()
        return publish(write(as: input, ending))
    }

    /// Ends the way `inner`, the future returned by the closure, ends.
    @inlinable
    final func follow(_ inner: Future<Value>) -> ObserverChain {
        if inner.storage === self { return failFollowingItself() }
        if inner.storage.lends { setting?.follow(inner.storage) }
        // Once `self` observes `inner`, another thread may already run `react`, so `self` must not be touched after that.
        if inner.storage.observe(self) { return .empty }
        antecedent = inner.storage
        return forward()
    }

    /// Fails because the closure returned this future itself, which would wait for itself.
    @inline(never)
    @usableFromInline
    final func failFollowingItself() -> ObserverChain {
        end(.failure(BrokenPromise(.followsItself, place: FutureReports.place(place))))
    }
}

/// The executor and token of a continuation that does not use the defaults for both.
// `@unchecked`: `executor` and `token` belong to the one thread that currently holds the continuation (see `FutureObserver`). The other
// properties are immutable or atomic, and any thread may use them.
@usableFromInline
final class ContinuationSetting: @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline private(set) var executor: FutureExecutor
    @safe @exclusivity(unchecked)
    @usableFromInline private(set) var token: CancellationToken?
    @usableFromInline let isOnGlobalQueue: Bool
    /// Whether the continuation is waiting on a queue and no thread has claimed it yet.
    private let isHandedOver = Atomic(false)
    private struct Lender: Sendable {
        weak let cell: FutureCell?
    }

    /// The future that the continuation waits for. A pending future holds its observers, so an observer must not hold it.
    private let waitedFor = Locked(Lender(cell: nil))

    @usableFromInline
    init(_ executor: FutureExecutor, _ token: CancellationToken?) {
        self.executor = executor
        self.token = token
        isOnGlobalQueue = executor.isGlobalQueue
    }

    /// Releases the executor and the token, because the continuation has ended.
    @usableFromInline
    func release() {
        executor = .default
        token = nil
    }

    var lender: FutureCell? { waitedFor.withLock { $0.cell } }

    @usableFromInline
    func follow(_ lender: FutureCell) {
        waitedFor.withLock { $0 = Lender(cell: lender) }
    }

    func handOver() {
        isHandedOver.store(true, ordering: .releasing)
    }

    func takeOver() -> Bool {
        isHandedOver.exchange(false, ordering: .acquiringAndReleasing)
    }
}

extension Future {
    /// Adds a continuation. It runs before this returns if the future has settled and the executor runs on this thread.
    @inlinable
    func added<Other: Sendable>(_ continuation: ContinuedStorage<Other>, _ place: RawPlace) -> Future<Other> {
        continuation.note(place)
        if storage.lends, !storage.isSettled { continuation.borrow(from: storage) }
        storage.observeOrReact(continuation)
        return Future<Other>(storage: continuation)
    }
}
