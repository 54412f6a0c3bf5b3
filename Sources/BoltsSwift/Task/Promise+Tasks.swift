internal import Tasks

extension Promise {
    /// The promise behind a task. With Bolts, a task whose source is let go of stays pending, and its continuations never run.
    static func ofTask() -> Promise {
        .leavingPending()
    }

    /// Ends as the task that `closure` returns.
    func follow<TResult>(_ closure: () throws -> Task<TResult>) where Value == Carried<TResult> {
        do {
            try closure().whenCompleted(.default) { trySet(outcome: $1) }
        } catch {
            trySet(outcome: .thrown(error))
        }
    }
}
