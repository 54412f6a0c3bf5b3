internal import Tasks

/// The producer's side of a ``Task``: whoever holds it decides, once, how the task ends.
///
/// `set` and `cancel` are for the only one who decides: on a completed task they stop the program. The `try` calls are for
/// races: the first wins, and the answer says whether it was this one.
public final class TaskCompletionSource<TResult> {
    /// The task this completes. Always the same one.
    public let task: Task<TResult>

    private let promise = Promise<Carried<TResult>>.ofTask()

    /// A source with a pending task.
    public init() {
        task = Task(storage: promise.future)
    }

    /// Lets the task succeed with `result`. Stops the program if it has completed already.
    public func set(result: TResult) {
        if !trySet(result: result) { Self.stop() }
    }

    /// Lets the task fail with `error`. Stops the program if it has completed already.
    public func set(error: any Error) {
        if !trySet(error: error) { Self.stop() }
    }

    /// Cancels the task. Stops the program if it has completed already.
    public func cancel() {
        if !tryCancel() { Self.stop() }
    }

    /// Lets the task succeed with `result`; answers whether this call decided it.
    @discardableResult
    public func trySet(result: TResult) -> Bool {
        promise.trySet(Carried(result))
    }

    /// Lets the task fail with `error`; answers whether this call decided it.
    @discardableResult
    public func trySet(error: any Error) -> Bool {
        promise.trySet(outcome: .failure(error))
    }

    /// Cancels the task; answers whether this call decided it.
    @discardableResult
    public func tryCancel() -> Bool {
        promise.tryCancel()
    }

    private static func stop() -> Never {
        // The contract of the strict calls: going on would hide that two places decide the same thing.
        preconditionFailure("this task has been completed already; use trySet where several may decide")
    }
}

extension TaskCompletionSource: @unchecked Sendable where TResult: Sendable {
    // Unchecked for the same reason as `Task`.
}
