// The names of Bolts on top of `Tasks`. A task is a view of a future, and a completion source is a view of a promise. This
// target contains everything in which Bolts differs from `Tasks`:
//
//     an executor runs a continuation and everything that follows from it, nested; the default executor moves nested
//     continuations to a global queue from the 22nd level on
//     `CancelledError` cancels; any other error is a failure, including Swift's own `CancellationError`
//     whenAll: a cancellation wins over errors, and even a single error is wrapped in an `AggregateError`
//     whenAny: the first completion, whatever its outcome, as a success without a value
//     no cancellation tokens, no `Sendable`

public import Foundation
import Tasks

/// A value that arrives later, with the API of Bolts for Swift.
///
/// A task is pending until it has a result, has failed with an error, or has been canceled. After that, the task never changes again.
///
/// A continuation, and the closure that a task is made from, runs where the executor says. An error that it throws fails the new task; a
/// ``CancelledError`` cancels it.
///
/// In a file that imports this module, Swift's own tasks are `_Concurrency.Task`.
public final class Task<TResult> {
    /// The type of the closure that an ``Executor`` runs when a task has completed.
    public typealias Continuation = () -> Void

    typealias Storage = Future<Carried<TResult>>

    let storage: Storage

    init(storage: Storage) {
        self.storage = storage
    }

    // MARK: Making tasks

    /// Creates a task that has succeeded with `result`.
    public init(_ result: TResult) {
        storage = Storage(Carried(result))
    }

    /// Creates a task that has failed with `error`.
    public init(error: any Error) {
        storage = Storage(outcome: .failure(error))
    }

    /// Creates a task with the result of `closure`, which `executor` runs. With the default executor, the task has completed when this
    /// initializer returns, unless more than 21 closures are nested.
    public convenience init(_ executor: Executor = .default, closure: @escaping () throws -> TResult) {
        let promise = Promise<Carried<TResult>>.leavingPending()
        executor.execute { promise.trySet(outcome: .of(closure)) }
        self.init(storage: promise.future)
    }

    /// Returns a task that has been canceled.
    public class func cancelledTask() -> Self {
        self.init(storage: .cancelled())
    }

    /// Returns a task with the result of `closure`, which `executor` runs.
    @discardableResult
    public class func execute(_ executor: Executor = .default, closure: @escaping () throws -> TResult) -> Task {
        Task(executor, closure: closure)
    }

    /// Returns a task that ends like the task returned by `closure`, which `executor` runs.
    @discardableResult
    public class func executeWithTask(_ executor: Executor = .default, closure: @escaping () throws -> Task) -> Task {
        let promise = Promise<Carried<TResult>>.leavingPending()
        executor.execute { promise.follow(closure) }
        return Task(storage: promise.future)
    }

    // MARK: Reading

    /// Whether the task has ended, whatever its outcome.
    public var completed: Bool { storage.isCompleted }

    /// Whether the task has failed.
    public var faulted: Bool { storage.isFaulted }

    /// Whether the task has been canceled.
    public var cancelled: Bool { storage.isCancelled }

    /// The result, if the task has succeeded.
    public var result: TResult? { storage.result?.wrapped }

    /// The error, if the task has failed; nil if it was canceled.
    public var error: (any Error)? { storage.error }
}

extension Task: Sendable where TResult: Sendable {}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Task: pending`, `Task: success("v")`, `Task: error(…)` or `Task: cancelled`.
    public var description: String { "Task: \(state)" }

    /// The description.
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

extension Task {
    /// Calls `body` with this task as soon as the task has completed.
    ///
    /// A pending task holds its continuations, so the continuations must not hold the task. If nothing else holds the task when it
    /// completes, `body` gets a new task with the same outcome. No caller can distinguish the new task from the original.
    func observe(_ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        let carried = Carried { [weak self] (storage: Storage) in
            // A continuation runs only once there is an outcome.
            guard let outcome = storage.outcome else { return }
            body(self ?? Task(storage: storage), outcome)
        }
        storage.continueWith(.immediate) { carried.wrapped($0) }
    }

    /// Makes `executor` run `body` when this task has completed.
    func whenCompleted(_ executor: Executor, _ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        observe { task, outcome in
            executor.execute { body(task, outcome) }
        }
    }
}

extension Task {
    /// Blocks the calling thread until this task has completed.
    ///
    /// On the main thread, the method writes a warning to standard error before waiting, because a task that needs the main thread would
    /// never complete.
    public func waitUntilCompleted() {
        if storage.isCompleted { return }
        if MainQueue.isCurrent {
            FileHandle.standardError.write(Data("BoltsSwift: waitUntilCompleted() blocks the main thread.\n".utf8))
        }
        storage.wait()
    }
}

extension Task {
    /// Returns a task that succeeds after `delay` seconds.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        Task<Void>.delayed(delay)
    }
}

extension Task where TResult == Void {
    /// Returns a task that succeeds after `delay` seconds.
    public class func withDelay(_ delay: TimeInterval) -> Task<Void> {
        delayed(delay)
    }

    fileprivate class func delayed(_ delay: TimeInterval) -> Task<Void> {
        let promise = Promise<Carried<Void>>.leavingPending()
        // A `Duration` cannot hold every number of seconds. Thirty years are as good as forever.
        let seconds = delay > 0 ? min(delay, 1e9) : 0
        _ = DispatchFutureTimer().schedule(after: .seconds(seconds)) { promise.trySet(Carried(())) }
        return Task(storage: promise.future)
    }
}
