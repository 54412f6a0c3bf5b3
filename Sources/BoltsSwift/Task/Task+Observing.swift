internal import Tasks

extension Task {
    /// Runs `body` at once when this has completed, with this very task.
    ///
    /// A pending task must not be held by its continuations, which it holds. If nobody else holds it by then, nobody can
    /// tell a new one from it.
    func observe(_ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        let me = WeakTask(task: self)
        let carried = Carried(body)
        storage.continueWith(.immediate) { storage in
            // A continuation is only run once there is an outcome.
            guard let outcome = storage.outcome else { return }
            carried.wrapped(me.task ?? Task(storage: storage), outcome)
        }
    }

    /// Has `executor` run `body` when this has completed.
    func whenCompleted(_ executor: Executor, _ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        observe { task, outcome in
            executor.execute { body(task, outcome) }
        }
    }
}
