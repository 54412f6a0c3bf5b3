internal import Tasks

extension Task {
    /// Calls `body` with this task as soon as the task has completed.
    ///
    /// A pending task holds its continuations, so the continuations must not hold the task. If nothing else holds the task when it
    /// completes, `body` gets a new task with the same outcome. No caller can distinguish the new task from the original.
    func observe(_ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        let carried = Carried { [weak self] (storage: Storage) in
            // A continuation runs only once there is an outcome.
            guard let outcome = storage.outcome else { return }
            body(self ?? Task(storage: storage), outcome)
        }
        storage.continueWith(.immediate) { carried.wrapped($0) }
    }

    /// Makes `executor` run `body` when this task has completed.
    func whenCompleted(_ executor: Executor, _ body: @escaping (Task, Outcome<Carried<TResult>>) -> Void) {
        observe { task, outcome in
            executor.execute { body(task, outcome) }
        }
    }
}
