public import Tasks

// The bridge to `Tasks`, for code that migrates step by step.

extension Task where TResult: Sendable {
    /// A future that ends like this task.
    ///
    /// A failure with ``CancelledError`` or with Swift's `CancellationError` cancels the future. If nothing can complete the task
    /// any more, the task stays pending, but its future fails with a `BrokenPromise`.
    public var future: Future<TResult> {
        if let outcome = storage.outcome { return Future(outcome: Self.bridged(outcome)) }
        // Only the task's continuation holds this promise, so the promise is dropped together with the task.
        let promise = Promise<TResult>()
        storage.continueWith(.immediate) { storage in
            // A continuation runs only once there is an outcome.
            promise.trySet(outcome: Self.bridged(storage.outcome ?? .cancelled))
        }
        return promise.future
    }

    private static func bridged(_ outcome: Outcome<Carried<TResult>>) -> Outcome<TResult> {
        switch outcome {
        case .success(let carried): .success(carried.wrapped)
        case .failure(let error): error is CancelledError ? .cancelled : Outcome(thrown: error)
        case .cancelled: .cancelled
        }
    }
}

extension Future {
    /// A task that ends like this future. Errors are passed on unchanged.
    public var task: Task<Value> {
        if let outcome { return Task(storage: Future<Carried<Value>>(outcome: outcome.map(Carried.init))) }
        return Task(
            storage: continueWithFuture(.immediate) { future in
                // A continuation runs only once there is an outcome.
                Future<Carried<Value>>(outcome: (future.outcome ?? .cancelled).map(Carried.init))
            })
    }
}

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

extension Outcome {
    /// Returns the outcome of `closure`: canceled if it throws `CancelledError`, a failure if it throws any other error.
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
