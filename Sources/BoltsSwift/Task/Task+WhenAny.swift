internal import Tasks

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
