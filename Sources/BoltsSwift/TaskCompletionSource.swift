internal import Tasks

/// The producer's side of a ``Task``. A source completes its task once, with a result, an error or a cancellation.
///
/// Use `set` and `cancel` if only one place in the code completes the task. These methods trap if the task has already completed. Use the
/// `try` methods if several places race to complete the task. The first call completes the task and returns true, and later calls return
/// false.
public final class TaskCompletionSource<TResult> {
    /// The task this source completes.
    public let task: Task<TResult>

    private let promise = Promise<Carried<TResult>>.leavingPending()

    /// Creates a source with a pending task.
    public init() {
        task = Task(storage: promise.future)
    }

    /// Completes the task with `result`. Traps if the task has already completed.
    public func set(result: TResult) {
        if !trySet(result: result) { Self.stop() }
    }

    /// Completes the task with a failure, `error`. Traps if the task has already completed.
    public func set(error: any Error) {
        if !trySet(error: error) { Self.stop() }
    }

    /// Cancels the task. Traps if the task has already completed.
    public func cancel() {
        if !tryCancel() { Self.stop() }
    }

    /// Completes the task with `result`; returns false if the task has already completed.
    @discardableResult
    public func trySet(result: TResult) -> Bool {
        promise.trySet(Carried(result))
    }

    /// Completes the task with a failure, `error`; returns false if the task has already completed.
    @discardableResult
    public func trySet(error: any Error) -> Bool {
        promise.trySet(outcome: .failure(error))
    }

    /// Cancels the task; returns false if the task has already completed.
    @discardableResult
    public func tryCancel() -> Bool {
        promise.tryCancel()
    }

    private static func stop() -> Never {
        // `set` and `cancel` are documented to trap. Continuing would hide that two places complete the same task.
        fatalError("this task has been completed already; use trySet where several may decide")
    }
}

extension TaskCompletionSource: Sendable where TResult: Sendable {}
