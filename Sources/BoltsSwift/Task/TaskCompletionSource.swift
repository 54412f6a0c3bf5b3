internal import Tasks

/// The producer's side of a ``Task``: it decides, once, how the task ends.
///
/// `set` and `cancel` are for sources that only one place completes: on a completed task they trap. The `try` calls are for
/// races: the first call wins, and the result tells whether the call won.
public final class TaskCompletionSource<TResult> {
    /// The task this source completes.
    public let task: Task<TResult>

    private let promise = Promise<Carried<TResult>>.ofTask()

    /// Creates a source with a pending task.
    public init() {
        task = Task(storage: promise.future)
    }

    /// Succeeds with `result`. Traps if the task has already completed.
    public func set(result: TResult) {
        if !trySet(result: result) { Self.stop() }
    }

    /// Fails with `error`. Traps if the task has already completed.
    public func set(error: any Error) {
        if !trySet(error: error) { Self.stop() }
    }

    /// Cancels the task. Traps if the task has already completed.
    public func cancel() {
        if !tryCancel() { Self.stop() }
    }

    /// Succeeds with `result`; returns false if the task has already completed.
    @discardableResult
    public func trySet(result: TResult) -> Bool {
        promise.trySet(Carried(result))
    }

    /// Fails with `error`; returns false if the task has already completed.
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
        // The contract of the strict calls: going on would hide that two places decide the same task.
        fatalError("this task has been completed already; use trySet where several may decide")
    }
}

extension TaskCompletionSource: @unchecked Sendable where TResult: Sendable {
    // `@unchecked` for the same reason as `Task`.
}
