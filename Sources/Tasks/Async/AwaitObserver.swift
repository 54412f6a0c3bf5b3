import Synchronization

// A task that awaits a future. It is resumed once — by the future, or by its own cancellation — and then looks for itself
// what has become of the future. So nothing here depends on the future's type.

/// What an awaiting task has come to: one word, 0 at the start, 1 when it is over, in between the suspended task.
///
/// Pure: answers with the task to resume, which it gives out at most once.
struct AwaitState: Equatable, Sendable {
    var word: UInt

    static let starting = AwaitState(word: 0)
    static let over = AwaitState(word: 1)

    var isOver: Bool { self == .over }

    /// The task has suspended. Answers it back if it should resume at once.
    mutating func suspend(_ task: UInt) -> UInt? {
        if isOver { return task }
        word = task
        return nil
    }

    /// It is over, for whatever reason. Answers the task to resume, if there is one and this is the first to say so.
    mutating func finish() -> UInt? {
        defer { self = .over }
        return word > 1 ? word : nil
    }
}

/// A continuation that must be resumed once, as a word: `AwaitState` gives it out at most once, and `AwaitObserver` asks for
/// it at the latest when it goes. (The checked kind costs as much again as everything else here.)
private enum SuspendedTask {
    static func word(of continuation: UnsafeContinuation<Void, Never>) -> UInt {
        // A continuation is the address of its task, and nothing else.
        unsafe unsafeBitCast(continuation, to: UInt.self)
    }

    static func resume(_ word: UInt) {
        // Only ever called with what `word` answered.
        unsafe unsafeBitCast(word, to: UnsafeContinuation<Void, Never>.self).resume()
    }
}

/// Resumes a task when a future settles.
@usableFromInline
final class AwaitObserver: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added is atomic.
    private let state = Atomic(AwaitState.starting.word)

    @usableFromInline override init() {}

    deinit {
        // Not told, and nobody left to tell it.
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

    /// Puts the state through `event` and installs what comes out, as often as it takes to be the only one.
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

    /// The task has suspended: resumes it when `cell` settles, or at once if it has, or if the wait is over already.
    @unsafe @usableFromInline
    func suspend(_ continuation: UnsafeContinuation<Void, Never>, for cell: FutureCell) {
        if let refused = transition({ $0.suspend(unsafe SuspendedTask.word(of: continuation)) }) { SuspendedTask.resume(refused) }
        cell.observeOrReact(self)
        // Cancelled while it was being added: then nobody else has noted it.
        if isSpent { cell.noteSpentObserver() }
    }

    /// The task has been cancelled.
    @usableFromInline
    func cancel(_ cell: FutureCell, _ source: CancellationTokenSource?) {
        source?.cancel()
        finish()
        cell.noteSpentObserver()
    }

    // What suspends is compiled into the caller: each call of an async function that is not costs as much as a future.

    /// Suspends the task until `cell` settles or the task is cancelled, which cancels `source`, too.
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

    /// The same, lending the task's priority to who works for `cell`.
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
