import Synchronization

// Lets a task await a future. The task is resumed exactly once: when the future settles or when the task is canceled. The task then reads
// the future's outcome itself, so nothing here depends on the future's type.

/// The state of one wait in a single word: 0 at the start, then the suspended task, and 1 once the wait is over.
///
/// This is a pure state machine: the methods that handle its events return the task to resume, at most once.
struct AwaitState: Equatable, Sendable {
    var word: UInt

    static let starting = AwaitState(word: 0)
    static let over = AwaitState(word: 1)

    var isOver: Bool { self == .over }

    /// Records that the task has suspended. Returns the task if the wait is already over and it must be resumed at once.
    mutating func suspend(_ task: UInt) -> UInt? {
        if isOver { return task }
        word = task
        return nil
    }

    /// Ends the wait, for whatever reason. Returns the suspended task to resume, or nil if there is none or the wait was over.
    mutating func finish() -> UInt? {
        defer { self = .over }
        return word > 1 ? word : nil
    }
}

/// Converts a continuation to a word and back.
///
/// The continuation must be resumed exactly once: `AwaitState` returns it at most once, and `AwaitObserver` resumes it in its
/// `deinit` at the latest. A checked continuation would double the cost of an await.
private enum SuspendedTask {
    static func word(of continuation: UnsafeContinuation<Void, Never>) -> UInt {
        // An `UnsafeContinuation` holds the address of its task and nothing else.
        unsafe unsafeBitCast(continuation, to: UInt.self)
    }

    static func resume(_ word: UInt) {
        // `word` is always a result of `word(of:)`.
        unsafe unsafeBitCast(word, to: UnsafeContinuation<Void, Never>.self).resume()
    }
}

/// Resumes a task when a future settles.
// `@unchecked`: the only added property, `state`, is atomic. The rest is proved at `FutureObserver`.
@usableFromInline
final class AwaitObserver: FutureObserver, @unchecked Sendable {
    private let state = Atomic(AwaitState.starting.word)

    @usableFromInline override init() {}

    deinit {
        // The future was dropped without settling, so nothing else will resume the task.
        if !isSpent { finish() }
    }

    override var nestingLimit: Int { .max }
    override var isSpent: Bool { AwaitState(word: state.load(ordering: .acquiring)).isOver }

    override func react() -> ObserverChain {
        finish()
        return .empty
    }

    @usableFromInline
    func finish() {
        if let task = transition({ $0.finish() }) { SuspendedTask.resume(task) }
    }

    /// Applies `event` to the state and stores the result, retrying until no other thread has changed the state in between.
    private func transition(_ event: (inout AwaitState) -> UInt?) -> UInt? {
        var seen = state.load(ordering: .acquiring)
        while true {
            var next = AwaitState(word: seen)
            let answer = event(&next)
            if next.word == seen { return answer }
            let swap = state.weakCompareExchange(
                expected: seen, desired: next.word, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring
            )
            if swap.exchanged { return answer }
            seen = swap.original
        }
    }

    /// Resumes the suspended task when `cell` settles, or at once if `cell` has settled or the wait is already over.
    @unsafe @usableFromInline
    func suspend(_ continuation: UnsafeContinuation<Void, Never>, for cell: FutureCell) {
        if let refused = transition({ $0.suspend(unsafe SuspendedTask.word(of: continuation)) }) { SuspendedTask.resume(refused) }
        cell.observeOrReact(self)
        // If the task was canceled before this observer was added, `cancel` could not count the observer as spent.
        if isSpent { cell.countForSweep() }
    }

    /// Ends the wait because the task was canceled, and cancels `source`.
    @usableFromInline
    func cancel(_ cell: FutureCell, _ source: CancellationTokenSource?) {
        source?.cancel()
        finish()
        cell.countForSweep()
    }

    // The suspending functions are inlined into the caller, because calling an async function that is not inlined costs as
    // much as making a future.

    /// Suspends the task until `cell` settles or the task is canceled. Canceling the task also cancels `source`.
    @inlinable
    @inline(__always)
    static func wait(for cell: FutureCell, cancelling source: CancellationTokenSource?) async {
        if cell.escalates {
            await waitLendingPriority(for: cell, cancelling: source)
        } else {
            await suspend(for: cell, cancelling: source)
        }
    }

    @inlinable
    @inline(__always)
    static func suspend(for cell: FutureCell, cancelling source: CancellationTokenSource?) async {
        let observer = AwaitObserver()
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { unsafe observer.suspend($0, for: cell) }
        } onCancel: {
            observer.cancel(cell, source)
        }
    }

    /// Waits like `suspend(for:cancelling:)`, and lends the task's priority to the work behind `cell`.
    @usableFromInline
    static func waitLendingPriority(for cell: FutureCell, cancelling source: CancellationTokenSource?) async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return await suspend(for: cell, cancelling: source)
        }
        cell.escalate(to: Task.currentPriority)
        await withTaskPriorityEscalationHandler {
            await suspend(for: cell, cancelling: source)
        } onPriorityEscalated: { _, priority in
            cell.escalate(to: priority)
        }
    }
}

extension Future {
    /// The value of the future, awaited until the future has settled. Throws the error of a failed future and `CancellationError` for a
    /// canceled future.
    ///
    /// Canceling the awaiting task throws `CancellationError` at once. The future is not canceled, because other code may
    /// be waiting for it. To cancel the work as well, use ``value(cancelling:)``.
    @inlinable public var value: Value {
        @inline(__always) get async throws {
            try await settled().get()
        }
    }

    /// Awaits the value like ``value``. Canceling the awaiting task also cancels `source` and with it the work that observes
    /// its token.
    @inlinable
    public func value(cancelling source: CancellationTokenSource) async throws -> Value {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: source) }
        return try (storage.outcome ?? .cancelled).get()
    }

    /// Waits until the future has settled and returns its outcome; `.cancelled` at once if the awaiting task is canceled.
    @inlinable @inline(__always)
    public func settled() async -> Outcome<Value> {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: nil) }
        // No outcome after resuming means that this task was canceled.
        return storage.outcome ?? .cancelled
    }
}
