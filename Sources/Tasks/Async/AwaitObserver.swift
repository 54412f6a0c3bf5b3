// A task that awaits a future. It resumes once: with the outcome, or — when it is cancelled itself, or when the future is
// dropped pending, so that nobody can ever settle it — with a cancellation.

/// What an awaiting task has come to; a pure value that answers with the continuation to resume.
struct AwaitState<Value: Sendable>: Sendable {
    private enum Phase: Sendable {
        case starting
        case suspended(CheckedContinuation<Outcome<Value>, Never>)
        case over
    }

    private var phase = Phase.starting

    var isOver: Bool {
        if case .over = phase { true } else { false }
    }

    /// The task has suspended. Answers the continuation back if it should resume at once, as cancelled.
    mutating func suspend(
        _ continuation: CheckedContinuation<Outcome<Value>, Never>
    ) -> CheckedContinuation<Outcome<Value>, Never>? {
        if isOver { return continuation }
        phase = .suspended(continuation)
        return nil
    }

    /// It is over, for whatever reason. Answers the continuation to resume, if this is the first one.
    mutating func finish() -> CheckedContinuation<Outcome<Value>, Never>? {
        defer { phase = .over }
        if case .suspended(let continuation) = phase { return continuation }
        return nil
    }
}

/// Resumes a task when a future settles.
final class AwaitObserver<Value: Sendable>: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; `outcome` is written by whoever took the pile, before `react`.
    private let state = Locked(AwaitState<Value>())
    private var outcome: Outcome<Value>?

    deinit {
        // Not told, and nobody left to tell it.
        finish(.cancelled)
    }

    override var nestingLimit: Int { .max }
    override var isSpent: Bool { state.withLock { $0.isOver } }

    func suspend(_ continuation: CheckedContinuation<Outcome<Value>, Never>) {
        let refused = state.withLock { $0.suspend(continuation) }
        refused?.resume(returning: .cancelled)
    }

    func finish(_ outcome: Outcome<Value>) {
        let continuation = state.withLock { $0.finish() }
        continuation?.resume(returning: outcome)
    }

    override func antecedentDidSettle(_ antecedent: FutureObserver) {
        // Only ever added to a future of its own kind.
        outcome = unsafe unsafeDowncast(antecedent, to: FutureStorage<Value>.self).written
    }

    override func react() -> ObserverChain {
        finish(outcome ?? .cancelled)
        return .empty
    }
}
