internal import Tasks

extension Promise {
    /// Settles like the task that `closure` returns.
    func follow<TResult>(_ closure: () throws -> Task<TResult>) where Value == Carried<TResult> {
        do {
            try closure().whenCompleted(.default) { trySet(outcome: $1) }
        } catch {
            trySet(outcome: .thrown(error))
        }
    }
}
