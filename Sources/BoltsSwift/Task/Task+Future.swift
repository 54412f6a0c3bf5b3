public import Tasks

// The bridge to `Tasks`, for code that moves over piece by piece.

extension Task where TResult: Sendable {
    /// A future that ends as this task.
    ///
    /// A failure with ``CancelledError`` or with Swift's `CancellationError` is a cancellation there. A task that nobody can
    /// complete any more stays pending; its future fails with a `BrokenPromise`, as futures do.
    public var future: Future<TResult> {
        if let outcome = storage.outcome { return Future(outcome: Self.bridged(outcome)) }
        // A promise that the task holds and nobody else: it goes when the task goes.
        let promise = Promise<TResult>()
        storage.continueWith(.immediate) { storage in
            // A continuation is only run once there is an outcome.
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
    /// A task that ends as this future. An error stays the one it is.
    public var task: Task<Value> {
        if let outcome { return Task(storage: Future<Carried<Value>>(outcome: outcome.map(Carried.init))) }
        return Task(
            storage: continueWithFuture(.immediate) { future in
                // As above.
                Future<Carried<Value>>(outcome: (future.outcome ?? .cancelled).map(Carried.init))
            })
    }
}
