public import Synchronization

// A continuation and the future it makes are one object: it waits on its antecedent's pile, runs the closure, and is
// settled with what came out. If the closure returns a future, the same object then waits on that one's pile.
//
//     waiting ──antecedent settles──► react ──executor──► perform ──value──► settled
//                                       │                    │
//                                       └─ skip ─► settled   └─future─► waiting to forward ─► react ─► settled

/// What a continuation does once its antecedent has settled.
@usableFromInline
enum ContinuationWork<Input: Sendable, Value: Sendable> {
    case value(@Sendable (Future<Input>) throws -> Value)
    case future(@Sendable (Future<Input>) throws -> Future<Value>)
    case successValue(@Sendable (Input) throws -> Value)
    case successFuture(@Sendable (Input) throws -> Future<Value>)
    /// Gets any outcome, passes on what is not its business.
    case recovery(@Sendable (Outcome<Input>) throws -> ContinuationStep<Value>)
    /// The closure has returned a future, which is now the antecedent.
    case forward
}

/// What a closure has come to: an outcome, or a future that will have it.
@usableFromInline
enum ContinuationStep<Value: Sendable> {
    case outcome(Outcome<Value>)
    case future(Future<Value>)
}

/// The future that a continuation makes, and the observer that runs it.
@usableFromInline
final class ContinuedStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass: the fields belong to whoever holds the observer, one after the other.

    /// A `FutureStorage<Input>`, or a `FutureStorage<Value>` while forwarding. Only set once that has settled: a pending
    /// antecedent holds its observers, and must not be held by them.
    @usableFromInline var antecedent: FutureObserver?
    @usableFromInline let executor: FutureExecutor
    @usableFromInline let token: CancellationToken?
    @usableFromInline var work: ContinuationWork<Input, Value>
    /// Whether it is on a queue and nobody has taken it from there.
    @usableFromInline let isHandedOver = Atomic(false)

    @inlinable
    init(_ work: ContinuationWork<Input, Value>, executor: FutureExecutor, token: CancellationToken?) {
        self.executor = executor
        self.token = token
        self.work = work
        super.init()
    }

    @inlinable override var nestingLimit: Int { executor.nestingLimit }

    @inlinable
    override func antecedentDidSettle(_ antecedent: FutureObserver) {
        self.antecedent = antecedent
    }

    @inlinable
    override func react() -> ObserverChain {
        switch work {
        case .forward:
            return forward()
        case .successValue, .successFuture:
            // Skipping needs no executor: nothing of the user's runs.
            if let outcome = settledInput, !outcome.isSuccess { return skip(outcome) }
        case .recovery:
            if let outcome = settledInput, !outcome.isFailure { return perform() }
        case .value, .future:
            break
        }
        if executor.runsHere { return perform() }
        executor.submit(self)
        return .empty
    }

    @inlinable
    override func perform() -> ObserverChain {
        guard let input = takeInput() else { return .empty }
        let work = self.work
        self.work = .forward
        if let token, token.isCancellationRequested { return settleClaimed(.cancelled) }
        do {
            switch work {
            case .value(let body):
                return settleClaimed(.success(try body(Future(storage: input))))
            case .future(let body):
                return follow(try body(Future(storage: input)))
            case .successValue(let body):
                guard case .success(let value) = input.written else { return .empty }
                return settleClaimed(.success(try body(value)))
            case .successFuture(let body):
                guard case .success(let value) = input.written else { return .empty }
                return follow(try body(value))
            case .recovery(let body):
                guard let outcome = input.written else { return .empty }
                switch try body(outcome) {
                case .outcome(let outcome): return settleClaimed(outcome)
                case .future(let future): return follow(future)
                }
            case .forward:
                return .empty
            }
        } catch {
            return settleClaimed(Outcome(thrown: error))
        }
    }

    override func handOver() {
        isHandedOver.store(true, ordering: .releasing)
    }

    override func takeOver() -> Bool {
        isHandedOver.exchange(false, ordering: .acquiringAndReleasing)
    }

    override func lendHand() {
        // A queue whose threads all wait for what is queued behind them would never get to it.
        if executor.isGlobalQueue, takeOver() { ThreadRun.perform(self) }
    }

    /// The outcome of the antecedent this continues. There is one whenever `react` is called.
    @inlinable var settledInput: Outcome<Input>? {
        guard let antecedent else { return nil }
        // `antecedentDidSettle` gets the storage this was added to, which is of `Input` until `follow`.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self).written
    }

    @inlinable
    func takeInput() -> FutureStorage<Input>? {
        guard let antecedent else { return nil }
        self.antecedent = nil
        // As above.
        return unsafe unsafeDowncast(antecedent, to: FutureStorage<Input>.self)
    }

    @inlinable
    func skip(_ outcome: Outcome<Input>) -> ObserverChain {
        antecedent = nil
        work = .forward
        if let token, token.isCancellationRequested { return settleClaimed(.cancelled) }
        if let error = outcome.error { return settleClaimed(.failure(error)) }
        return settleClaimed(.cancelled)
    }

    /// The closure has returned `inner`: end as that one does.
    @inlinable
    func follow(_ inner: Future<Value>) -> ObserverChain {
        // Once observing, another thread may already react: nothing of `self` is touched after that.
        if inner.storage.observe(self) { return .empty }
        antecedent = inner.storage
        return forward()
    }

    @inlinable
    func forward() -> ObserverChain {
        guard let antecedent else { return .empty }
        self.antecedent = nil
        // While forwarding, the storage this was added to is the one `follow` got, of `Value`.
        guard let outcome = unsafe unsafeDowncast(antecedent, to: FutureStorage<Value>.self).written else { return .empty }
        if let token, token.isCancellationRequested { return settleClaimed(.cancelled) }
        return settleClaimed(outcome)
    }
}

extension Future {
    /// Adds a continuation, which runs before this returns if the future has settled and its executor runs here.
    @inlinable
    func continued<Other: Sendable>(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ work: ContinuationWork<Value, Other>
    ) -> Future<Other> {
        let continued = ContinuedStorage(work, executor: executor, token: token)
        storage.observeOrReact(continued)
        return Future<Other>(storage: continued)
    }
}
