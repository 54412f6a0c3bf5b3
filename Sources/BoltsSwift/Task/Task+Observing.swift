internal import Tasks

extension Task {
    /// Calls `body` with this task as soon as the task has completed.
    ///
    /// A pending task holds its continuations, so the continuations must not hold the task. If nothing else holds the task when it
    /// completes, `body` gets a new task with the same outcome. No caller can distinguish the new task from the original.
    func observe(_ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        let me = WeakTask(task: self)
        let carried = Carried(body)
        storage.continueWith(.immediate) { storage in
            // A continuation runs only once there is an outcome.
            guard let outcome = storage.outcome else { return }
            carried.wrapped(me.task ?? Task(storage: storage), outcome)
        }
    }

    /// Makes `executor` run `body` when this task has completed.
    func whenCompleted(_ executor: Executor, _ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        observe { task, outcome in
            executor.execute { body(task, outcome) }
        }
    }
}
