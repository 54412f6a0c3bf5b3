// A loop of futures. One object waits for one turn after another. Turns that settle at once use no additional stack, and the memory use of
// an endless loop does not grow.

/// The future of a loop, which is also the observer of its current turn.
// `@unchecked` like `FutureStorage`: the fields belong to the one thread that currently holds the observer.
final class LoopStorage<Turn: Sendable>: FutureStorage<Void>, @unchecked Sendable {
    private struct Work: Sendable {
        let predicate: @Sendable () throws -> Bool
        let body: @Sendable () throws -> Future<Turn>
        let executor: FutureExecutor
        let token: CancellationToken?
    }

    /// What the loop runs; nil once the loop has ended, so that the closures are released even if the future is kept.
    private var work: Work?
    /// The turn that has just settled; nil before the first turn.
    private var turn: FutureStorage<Turn>?
    private var hasStarted = false

    init(
        while predicate: @escaping @Sendable () throws -> Bool, do body: @escaping @Sendable () throws -> Future<Turn>,
        executor: FutureExecutor, token: CancellationToken?
    ) {
        work = Work(predicate: predicate, body: body, executor: executor, token: token)
        super.init()
    }

    override var nestingLimit: Int { work?.executor.nestingLimit ?? ThreadRun.nestingLimit }

    override func antecedentDidSettle(_ antecedent: FutureCell) {
        // The first antecedent is the future that the loop continues, of any type and outcome. Later antecedents are the
        // futures of its turns.
        if hasStarted { turn = unsafe unsafeDowncast(antecedent, to: FutureStorage<Turn>.self) }
    }

    /// Fails because the executor has dropped a turn. No other turn will run, so the closures are released.
    override func breakPromise(_ reason: BrokenPromise.Reason) {
        work = nil
        turn = nil
        super.breakPromise(reason)
    }

    override func react() -> ObserverChain { endTurn() ?? perform() }

    override func perform() -> ObserverChain {
        hasStarted = true
        guard let work else { return .empty }
        do {
            while true {
                if let token = work.token, token.isCancellationRequested { return end(.cancelled) }
                guard try work.predicate() else { return end(.success(())) }
                let next = try work.body().storage
                // Once `self` observes `next`, another thread may already run `react`, so `self` must not be touched after that.
                if next.observe(self) { return .empty }
                turn = next
                if let chain = endTurn() { return chain }
            }
        } catch {
            return end(Outcome(thrown: error))
        }
    }

    /// Releases the closures and settles the loop.
    private func end(_ outcome: Outcome<Void>) -> ObserverChain {
        work = nil
        return settleClaimed(outcome)
    }

    /// Settles the loop if the settled turn did not succeed, and submits the next turn if it must run elsewhere. Returns nil if the next turn
    /// runs here.
    @inline(__always)
    private func endTurn() -> ObserverChain? {
        let outcome = turn?.written
        turn = nil
        switch outcome {
        case nil, .success:
            guard let executor = work?.executor, !executor.runsHere else { return nil }
            executor.submit(self)
            return .empty
        case .failure(let error): return end(.failure(error))
        case .cancelled: return end(.cancelled)
        }
    }
}

extension Future {
    /// Runs `body` again and again while `predicate` holds, one turn after another, once this future has settled.
    ///
    /// The new future succeeds when `predicate` returns false. It fails or is canceled as soon as a turn does, or when one of the
    /// closures throws. The outcome of this future does not matter.
    /// - Parameters:
    ///   - predicate: Called before each turn.
    ///   - executor: Where `predicate` and `body` run.
    ///   - token: Checked before each turn; if it is canceled, the loop is canceled.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: One turn; the next turn begins when the future it returns has succeeded.
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
