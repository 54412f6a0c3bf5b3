internal import Tasks

extension Task {
    /// A task that completes when every one of `tasks` has; at once if there are none.
    ///
    /// It is cancelled if one of them was, whatever the others came to; else it fails with an ``AggregateError`` if any
    /// failed, in the order of `tasks` and even if it is only one; else it succeeds.
    public class func whenAll(_ tasks: [Task]) -> Task<Void> {
        all(tasks) { _ in }
    }

    /// A task that completes when every one of `tasks` has; see ``whenAll(_:)-([Task<TResult>])``.
    public class func whenAll(_ tasks: Task...) -> Task<Void> {
        whenAll(tasks)
    }

    /// As `whenAll`, with the results in the order of `tasks`.
    public class func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> {
        all(tasks) { $0 }
    }

    /// As `whenAll`, with the results in the order of `tasks`.
    public class func whenAllResult(_ tasks: Task...) -> Task<[TResult]> {
        whenAllResult(tasks)
    }

    private class func all<S>(_ tasks: [Task], _ combine: @escaping ([TResult]) -> S) -> Task<S> {
        let promise = Promise<Carried<S>>.ofTask()
        guard !tasks.isEmpty else {
            promise.trySet(outcome: outcome(of: [], combine))
            return Task<S>(storage: promise.future)
        }
        // Outcomes rather than tasks: what waits for a task must not hold it, since a task may stay pending for ever.
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

/// How the tasks of a `whenAll` ended, as far as they have.
private final class Outcomes<Value: Sendable>: Sendable {
    private struct State {
        var noted: [Outcome<Value>?]
        var missing: Int
    }

    private let state: Locked<State>

    init(count: Int) {
        state = Locked(State(noted: Array(repeating: nil, count: count), missing: count))
    }

    /// Notes one; answers all of them, in the order of the tasks, when this was the last.
    func note(_ outcome: Outcome<Value>, at index: Int) -> [Outcome<Value>]? {
        state.withLock { state in
            state.noted[index] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.noted.compactMap(\.self) : nil
        }
    }
}
