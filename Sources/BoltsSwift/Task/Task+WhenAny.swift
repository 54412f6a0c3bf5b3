internal import Tasks

extension Task {
    /// A task that succeeds when the first of `tasks` has completed, in whatever way; at once if there are none.
    public class func whenAny(_ tasks: [Task]) -> Task<Void> {
        let promise = Promise<Carried<Void>>.ofTask()
        Task<Void>(storage: Storage.whenAnyCompletes(tasks.map(\.storage)).continueWith(.immediate) { _ in Carried(()) })
            .whenCompleted(.default) { _, outcome in promise.trySet(outcome: outcome) }
        return Task<Void>(storage: promise.future)
    }

    /// A task that succeeds when the first of `tasks` has completed, in whatever way; at once if there are none.
    public class func whenAny(_ tasks: Task...) -> Task<Void> {
        whenAny(tasks)
    }
}
