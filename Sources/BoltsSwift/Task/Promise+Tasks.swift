internal import Tasks

extension Promise {
    /// Returns the promise of a new task. In Bolts, a task whose source is dropped stays pending, and its continuations never run.
    static func ofTask() -> Promise {
        .leavingPending()
    }

    /// Settles like the task that `closure` returns.
    func follow<TResult>(_ closure: () throws -> Task<TResult>) where Value == Carried<TResult> {
        do {
            try closure().whenCompleted(.default) { trySet(outcome: $1) }
        } catch {
            trySet(outcome: .thrown(error))
        }
    }
}
