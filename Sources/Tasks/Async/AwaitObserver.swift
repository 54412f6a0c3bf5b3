// A task that awaits a future. It is resumed once — by the future, or by its own cancellation — and then looks for itself
// what has become of the future. So nothing here depends on the future's type.

/// What an awaiting task has come to; a pure value that answers with the continuation to resume.
struct AwaitState: Sendable {
    private enum Phase: Sendable {
        case starting
        case suspended(SuspendedTask)
        case over
    }

    private var phase = Phase.starting

    var isOver: Bool {
        if case .over = phase { true } else { false }
    }

    /// The task has suspended. Answers it back if it should resume at once.
    mutating func suspend(_ task: SuspendedTask) -> SuspendedTask? {
        if isOver { return task }
        phase = .suspended(task)
        return nil
    }

    /// It is over, for whatever reason. Answers the task to resume, if there is one and this is the first to say so.
    mutating func finish() -> SuspendedTask? {
        defer { phase = .over }
        if case .suspended(let task) = phase { return task }
        return nil
    }
}

/// A continuation that must be resumed once, which `AwaitState` sees to: it gives it out at most once, and
/// `AwaitObserver` asks for it at the latest when it goes.
@safe
struct SuspendedTask: Sendable {
    // The checked kind costs as much again as everything else here.
    private let continuation: UnsafeContinuation<Void, Never>

    init(_ continuation: UnsafeContinuation<Void, Never>) {
        unsafe self.continuation = continuation
    }

    func resume() {
        unsafe continuation.resume()
    }
}

/// Resumes a task when a future settles.
@usableFromInline
final class AwaitObserver: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added is locked.
    private let state = Locked(AwaitState())

    deinit {
        // Not told, and nobody left to tell it.
        finish()
    }

    override var nestingLimit: Int { .max }
    override var isSpent: Bool { state.withLock { $0.isOver } }

    override func react() -> ObserverChain {
        finish()
        return .empty
    }

    private func finish() {
        let task = state.withLock { $0.finish() }
        task?.resume()
    }

    private func suspend(_ task: SuspendedTask) {
        let refused = state.withLock { $0.suspend(task) }
        refused?.resume()
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
                observer.suspend(unsafe SuspendedTask(continuation))
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
