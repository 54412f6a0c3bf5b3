// A loop of futures. One object waits for turn after turn: turns that are over at once cost no stack, and a loop that never
// ends does not grow.

/// The future of a loop, and the observer of its current turn.
final class LoopStorage<Turn: Sendable>: FutureStorage<Void>, @unchecked Sendable {
    // Unchecked as its superclass: the fields belong to whoever holds the observer, one after the other.
    private let predicate: @Sendable () throws -> Bool
    private let body: @Sendable () throws -> Future<Turn>
    private let executor: FutureExecutor
    private let token: CancellationToken?
    /// The turn that has settled; none before the first.
    private var turn: FutureStorage<Turn>?
    private var hasStarted = false

    init(
        while predicate: @escaping @Sendable () throws -> Bool, do body: @escaping @Sendable () throws -> Future<Turn>,
        executor: FutureExecutor, token: CancellationToken?
    ) {
        self.predicate = predicate
        self.body = body
        self.executor = executor
        self.token = token
        super.init()
    }

    override var nestingLimit: Int { executor.nestingLimit }

    override func antecedentDidSettle(_ antecedent: FutureObserver) {
        // The first antecedent is what the loop continues, of any type and outcome; from then on it is the turn's future.
        if hasStarted { turn = unsafe unsafeDowncast(antecedent, to: FutureStorage<Turn>.self) }
    }

    override func react() -> ObserverChain {
        if let failure = failureOfTurn() { return settleClaimed(failure) }
        if executor.runsHere { return perform() }
        executor.submit(self)
        return .empty
    }

    override func perform() -> ObserverChain {
        hasStarted = true
        do {
            while true {
                if let token, token.isCancellationRequested { return settleClaimed(.cancelled) }
                guard try predicate() else { return settleClaimed(.success(())) }
                let next = try body().storage
                // Once observing, another thread may already react: nothing of `self` is touched after that.
                if next.observe(self) { return .empty }
                turn = next
                if let failure = failureOfTurn() { return settleClaimed(failure) }
                if !executor.runsHere {
                    executor.submit(self)
                    return .empty
                }
            }
        } catch {
            return settleClaimed(Outcome(thrown: error))
        }
    }

    /// How the loop ends if the turn that is over has not succeeded.
    private func failureOfTurn() -> Outcome<Void>? {
        let outcome = turn?.written
        turn = nil
        switch outcome {
        case nil, .success: return nil
        case .failure(let error): return .failure(error)
        case .cancelled: return .cancelled
        }
    }
}

extension Future {
    /// Once this has settled, in whatever way, does `body` again and again while `predicate` holds, one turn after another.
    ///
    /// Succeeds when `predicate` is false; fails or is cancelled as soon as a turn does, or one of the closures throws.
    /// - Parameters:
    ///   - predicate: Asked before each turn.
    ///   - executor: Where `predicate` and `body` run.
    ///   - token: Looked at before each turn; cancels the loop.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: One turn; the next begins when the future it returns has succeeded.
    @discardableResult
    public func continueWhile<Turn: Sendable>(
        _ predicate: @escaping @Sendable () throws -> Bool, _ executor: FutureExecutor = .default,
        token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        do body: @escaping @Sendable () throws -> Future<Turn>
    ) -> Future<Void> {
        let loop = LoopStorage(while: predicate, do: body, executor: executor, token: token)
        loop.note(RawPlace(file, line, function))
        storage.observeOrReact(loop)
        return Future<Void>(storage: loop)
    }
}
