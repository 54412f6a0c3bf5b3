import Synchronization

// A continuation and the future it makes are one object: it waits on its antecedent's pile, runs the closure, and is
// settled with what came out. If the closure returns a future, the same object then waits on that one's pile.
//
//     waiting ──antecedent settles──► react ──executor──► perform ──value──► settled
//                                       │                    │
//                                       └─ skip ─► settled   └─future─► forwarding ──► react ──► settled
//
// What it does at each of these moments is a function made where the continuation is added, in the caller's module, and
// so compiled for its types: methods of generic classes are not, when they are called by way of the class. That function
// is `behaviour`. The forms of continuation (see ContinuationForms.swift) differ in it and in their closure, which is let
// go of when it is called: who has none is forwarding.

/// The future that a continuation makes, and the observer that runs it.
@usableFromInline
class ContinuedStorage<Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    // Unchecked, and not checked for overlapping access, as its superclasses: the fields belong to whoever holds the
    // observer, one after the other.

    /// When `behaviour` is called.
    @usableFromInline
    enum Moment: Sendable {
        /// What it waited for has settled.
        case react
        /// The executor has come to it.
        case perform
    }

    @usableFromInline typealias Behaviour = @Sendable (FutureObserver, Moment) -> ObserverChain

    /// A storage of the input's type, or of `Value` while forwarding. Only set once that has settled: a pending antecedent
    /// holds its observers, and must not be held by them.
    @safe @exclusivity(unchecked)
    @usableFromInline final var antecedent: FutureObserver?
    /// What was asked for beyond the ordinary; most continuations have none, and are smaller for it.
    @usableFromInline final let setting: ContinuationSetting?
    @usableFromInline final let behaviour: Behaviour

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, behaviour: @escaping Behaviour) {
        setting = token == nil && executor.runsAnywhere ? nil : ContinuationSetting(executor, token)
        self.behaviour = behaviour
        super.init(executor.isImmediate ? .immediate : .plain)
    }

    @usableFromInline override var nestingLimit: Int { isImmediate ? ThreadRun.immediateNestingLimit : ThreadRun.nestingLimit }

    @usableFromInline
    override func antecedentDidSettle(_ antecedent: FutureObserver) {
        self.antecedent = antecedent
    }

    @usableFromInline
    override func react() -> ObserverChain { behaviour(self, .react) }

    @usableFromInline
    override func perform() -> ObserverChain { behaviour(self, .perform) }

    override func handOver() {
        setting?.handOver()
    }

    override func takeOver() -> Bool {
        // Only those with a setting are handed over.
        setting?.takeOver() ?? false
    }

    override func lendHand() {
        // A queue whose threads all wait for what is queued behind them would never get to it.
        if let setting, setting.executor.isGlobalQueue, takeOver() { ThreadRun.perform(self) }
    }

    // MARK: What the forms are made of

    /// The settled storage this continues; it stays where it is.
    @inlinable
    final func input<Input: Sendable>(of type: Input.Type) -> FutureStorage<Input>? {
        guard let antecedent else { return nil }
        // A form is only ever added to a storage of its `Input`; while forwarding, `Input` is `Value`.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self)
    }

    /// The same, taken out: whoever asks settles this.
    @inlinable
    final func takeInput<Input: Sendable>(of type: Input.Type) -> FutureStorage<Input>? {
        guard let antecedent = antecedent.take() else { return nil }
        // As above.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self)
    }

    /// Whether there is a value to run the closure with.
    @usableFromInline
    final func inputSucceeded<Input: Sendable>(_ type: Input.Type) -> Bool {
        input(of: type)?.written?.isSuccess ?? false
    }

    /// Whether the closure may run on the calling thread, now.
    @inlinable final var runsHere: Bool {
        if let setting { setting.executor.runsHere } else { true }
    }

    /// Has the executor call back with `.perform`.
    @inlinable
    final func submit() -> ObserverChain {
        setting?.executor.submit(self)
        return .empty
    }

    @inlinable final var isTokenCancelled: Bool {
        if let token = setting?.token { token.isCancellationRequested } else { false }
    }

    /// Ends with what the future inside has come to.
    @inlinable
    final func forward() -> ObserverChain {
        guard let input = input(of: Value.self), let ending = input.ending else { return .empty }
        antecedent = nil
        return isTokenCancelled ? settleClaimed(.cancelled) : publish(write(as: input, ending))
    }

    /// Ends without having run, passing on what the antecedent did not succeed with.
    @inlinable
    final func skip(_ error: (any Error)?) -> ObserverChain {
        antecedent = nil
        if isTokenCancelled { return settleClaimed(.cancelled) }
        if let error { return settleClaimed(.failure(error)) }
        return settleClaimed(.cancelled)
    }

    /// The closure has returned `inner`: end as that one does.
    @inlinable
    final func follow(_ inner: Future<Value>) -> ObserverChain {
        // Once observing, another thread may already react: nothing of `self` is touched after that.
        if inner.storage.observe(self) { return .empty }
        antecedent = inner.storage
        return forward()
    }
}

/// Where a continuation runs, if that is not just anywhere, and the token it looks at.
@usableFromInline
final class ContinuationSetting: Sendable {
    @usableFromInline let executor: FutureExecutor
    @usableFromInline let token: CancellationToken?
    /// Whether the continuation is on a queue and nobody has taken it from there.
    private let isHandedOver = Atomic(false)

    @usableFromInline
    init(_ executor: FutureExecutor, _ token: CancellationToken?) {
        self.executor = executor
        self.token = token
    }

    func handOver() {
        isHandedOver.store(true, ordering: .releasing)
    }

    func takeOver() -> Bool {
        isHandedOver.exchange(false, ordering: .acquiringAndReleasing)
    }
}

extension Future {
    /// Adds a continuation, which runs before this returns if the future has settled and its executor runs here.
    @inlinable
    func added<Other: Sendable>(_ continuation: ContinuedStorage<Other>, _ place: RawPlace) -> Future<Other> {
        continuation.note(place)
        storage.observeOrReact(continuation)
        return Future<Other>(storage: continuation)
    }
}
