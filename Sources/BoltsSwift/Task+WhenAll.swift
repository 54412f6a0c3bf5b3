import Tasks

extension Task {
    /// Returns a task that completes when all of `tasks` have completed. If `tasks` is empty, the new task completes at once.
    ///
    /// The new task is canceled if one of `tasks` was canceled, whatever the other outcomes. Otherwise, if any of `tasks` failed, the new
    /// task fails with an ``AggregateError``, which lists the errors in the order of `tasks`, even a single error. Otherwise the new task
    /// succeeds.
    public class func whenAll(_ tasks: [Task]) -> Task<Void> {
        all(tasks) { _ in }
    }

    /// Returns a task that completes when all of `tasks` have completed; see ``whenAll(_:)-([Task<TResult>])``.
    public class func whenAll(_ tasks: Task...) -> Task<Void> {
        whenAll(tasks)
    }

    /// Returns a task that completes like the task of `whenAll`. Its result is the list of results in the order of `tasks`.
    public class func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> {
        all(tasks) { $0 }
    }

    /// Returns a task that completes like the task of `whenAll`. Its result is the list of results in the order of `tasks`.
    public class func whenAllResult(_ tasks: Task...) -> Task<[TResult]> {
        whenAllResult(tasks)
    }

    private class func all<S>(_ tasks: [Task], _ combine: @escaping ([TResult]) -> S) -> Task<S> {
        let promise = Promise<Carried<S>>.leavingPending()
        guard !tasks.isEmpty else {
            promise.trySet(outcome: outcome(of: [], combine))
            return Task<S>(storage: promise.future)
        }
        // This code collects outcomes instead of tasks. A waiting task must not hold its input tasks, because these may stay pending
        // forever.
        let outcomes = Outcomes<Carried<TResult>>(count: tasks.count)
        for (index, task) in tasks.enumerated() {
            task.observe { _, ended in
                guard let all = outcomes.note(ended, at: index) else { return }
                Executor.default.execute { promise.trySet(outcome: outcome(of: all, combine)) }
            }
        }
        return Task<S>(storage: promise.future)
    }

    private class func outcome<S>(
        of outcomes: [Outcome<Carried<TResult>>], _ combine: ([TResult]) -> S
    ) -> Outcome<Carried<S>> {
        if outcomes.contains(where: \.isCancelled) { return .cancelled }
        let errors = outcomes.compactMap(\.error)
        if !errors.isEmpty { return .failure(AggregateError(errors: errors)) }
        return .success(Carried(combine(outcomes.compactMap { $0.value?.wrapped })))
    }
}

/// The outcomes of those tasks of a `whenAll` that have completed so far.
private final class Outcomes<Value: Sendable>: Sendable {
    private struct State {
        var noted: [Outcome<Value>?]
        var missing: Int
    }

    private let state: Locked<State>

    init(count: Int) {
        state = Locked(State(noted: Array(repeating: nil, count: count), missing: count))
    }

    /// Records one outcome. If it was the last outcome, returns all outcomes in the order of the tasks.
    func note(_ outcome: Outcome<Value>, at index: Int) -> [Outcome<Value>]? {
        state.withLock { state in
            state.noted[index] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.noted.compactMap(\.self) : nil
        }
    }
}

extension Task {
    /// Returns a task that succeeds when the first of `tasks` has completed, whatever its outcome. If `tasks` is empty, the new task
    /// succeeds at once.
    public class func whenAny(_ tasks: [Task]) -> Task<Void> {
        let promise = Promise<Carried<Void>>.leavingPending()
        Storage.whenAnyCompletes(tasks.map(\.storage)).continueWith(.immediate) { _ in
            Executor.default.execute { promise.trySet(outcome: .success(Carried(()))) }
        }
        return Task<Void>(storage: promise.future)
    }

    /// Returns a task that succeeds when the first of `tasks` has completed, whatever its outcome. If `tasks` is empty, the new task
    /// succeeds at once.
    public class func whenAny(_ tasks: Task...) -> Task<Void> {
        whenAny(tasks)
    }
}

/// The error of a task that waits for several tasks when at least one of them failed.
public struct AggregateError: Error {
    /// The errors, in the order of the input tasks. There is at least one error.
    public let errors: [any Error]
}
