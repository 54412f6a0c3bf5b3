// Bolts' names on our engine. A task is a view of a future, a completion source a view of a promise; what differs from
// `Tasks` is Bolts' dialect, and all of it is in this target:
//
//     an executor runs the continuation and what follows from it, nested in one another; at the 22nd level of the default
//     one, on a global queue
//     `CancelledError` cancels; any other error is a failure, Swift's own `CancellationError` included
//     whenAll: a cancellation wins over errors, and even a single error comes in an `AggregateError`
//     whenAny: the first completion of whatever kind, as a success with nothing
//     no cancellation tokens, no `Sendable`

internal import Tasks

/// A value that arrives later, by the name it has in Bolts for Swift.
///
/// A task is pending until it has a result, has failed with an error, or has been cancelled; then it never changes again.
///
/// In a file that imports this module, Swift's own tasks are `_Concurrency.Task`.
public final class Task<TResult> {
    typealias Storage = Future<Carried<TResult>>

    let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    // MARK: Making tasks

    /// A task that has succeeded with `result`.
    public init(_ result: TResult) {
        storage = Storage(Carried(result))
    }

    /// A task that has failed with `error`.
    public init(error: any Error) {
        storage = Storage(outcome: .failure(error))
    }

    /// A task with what `closure` returns, run by `executor`; with the default one it has completed when this returns.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - closure: What it throws fails the task; ``CancelledError`` cancels it.
    public convenience init(_ executor: Executor = .default, closure: @escaping () throws -> TResult) {
        let promise = Promise<Carried<TResult>>.ofTask()
        executor.execute { promise.trySet(outcome: .of(closure)) }
        self.init(storage: promise.future)
    }

    /// A task that has been cancelled.
    public class func cancelledTask() -> Self {
        self.init(storage: .cancelled())
    }

    /// A task with what `closure` returns, run by `executor`.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - closure: What it throws fails the task; ``CancelledError`` cancels it.
    @discardableResult
    public class func execute(_ executor: Executor = .default, closure: @escaping () throws -> TResult) -> Task {
        Task(executor, closure: closure)
    }

    /// A task that ends as the one `closure` returns, run by `executor`.
    ///
    /// - Parameters:
    ///   - executor: Where the closure runs.
    ///   - closure: What it throws fails the task; ``CancelledError`` cancels it.
    @discardableResult
    public class func executeWithTask(_ executor: Executor = .default, closure: @escaping () throws -> Task) -> Task {
        let promise = Promise<Carried<TResult>>.ofTask()
        executor.execute { promise.follow(closure) }
        return Task(storage: promise.future)
    }

    // MARK: Reading

    /// Whether it has ended, in whatever way.
    public var completed: Bool { storage.isCompleted }

    /// Whether it has failed.
    public var faulted: Bool { storage.isFaulted }

    /// Whether it has been cancelled.
    public var cancelled: Bool { storage.isCancelled }

    /// Its result, if it has succeeded.
    public var result: TResult? { storage.result?.wrapped }

    /// Its error, if it has failed; a cancelled task has none.
    public var error: (any Error)? { storage.error }
}

extension Task: @unchecked Sendable where TResult: Sendable {
    // Unchecked, because the compiler does not look through the storage's `Carried`: it is `Sendable` if its result is.
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Task: pending`, `Task: success("v")`, `Task: error(…)` or `Task: cancelled`.
    public var description: String { "Task: \(state)" }

    /// As the description.
    public var debugDescription: String { description }

    private var state: String {
        switch storage.outcome {
        case nil: "pending"
        case .success(let carried): "success(\(String(reflecting: carried.wrapped)))"
        case .failure(let error): "error(\(String(reflecting: error)))"
        case .cancelled: "cancelled"
        }
    }
}
