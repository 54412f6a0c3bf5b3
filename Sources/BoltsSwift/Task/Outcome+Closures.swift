internal import Tasks

extension Outcome {
    /// What `closure` comes to: Bolts' own cancellation error cancels, anything else it throws is a failure.
    static func of<TResult>(_ closure: () throws -> TResult) -> Outcome where Value == Carried<TResult> {
        do {
            return .success(Carried(try closure()))
        } catch {
            return .thrown(error)
        }
    }

    static func thrown(_ error: any Error) -> Outcome {
        error is CancelledError ? .cancelled : .failure(error)
    }
}

extension Promise {
    /// Ends as the task that `closure` returns.
    func follow<TResult>(_ closure: () throws -> Task<TResult>) where Value == Carried<TResult> {
        do {
            try closure().whenCompleted(.default) { trySet(outcome: $1) }
        } catch {
            trySet(outcome: .thrown(error))
        }
    }
}

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
