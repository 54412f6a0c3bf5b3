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
        // Outcomes rather than tasks: what waits for a task must not hold it.
        let outcomes = tasks.map { task in
            task.storage.continueWith(.immediate) { $0.outcome ?? .cancelled }
        }
        let promise = Promise<Carried<S>>.ofTask()
        let all = Future.whenAllResults(outcomes).continueOnSuccessWith(.immediate) { Carried($0) }
        Task<[Outcome<Carried<TResult>>]>(storage: all).whenCompleted(.default) { _, all in
            promise.trySet(outcome: outcome(of: all.value?.wrapped ?? [], combine))
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
