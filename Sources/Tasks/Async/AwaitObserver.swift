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

    private func finish() {
        if let task = transition({ $0.finish() }) { SuspendedTask.resume(task) }
    }

    private func suspend(_ task: UInt) {
        if let refused = transition({ $0.suspend(task) }) { SuspendedTask.resume(refused) }
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

    /// Suspends the task until `cell` settles or the task is cancelled, which cancels `source`, too.
    @usableFromInline
    static func wait(for cell: FutureCell, cancelling source: CancellationTokenSource?) async {
        guard cell.escalates, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return await suspend(for: cell, cancelling: source)
        }
        cell.escalate(to: Task.currentPriority)
        await withTaskPriorityEscalationHandler {
            await suspend(for: cell, cancelling: source)
        } onPriorityEscalated: { _, priority in
            cell.escalate(to: priority)
        }
    }

    private static func suspend(for cell: FutureCell, cancelling source: CancellationTokenSource?) async {
        let observer = AwaitObserver()
        await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { continuation in
                observer.suspend(unsafe SuspendedTask.word(of: continuation))
                cell.observeOrReact(observer)
                // Cancelled while it was being added: then nobody else has noted it.
                if observer.isSpent { cell.noteSpentObserver() }
            }
        } onCancel: {
            source?.cancel()
            observer.finish()
            cell.noteSpentObserver()
        }
    }
}
