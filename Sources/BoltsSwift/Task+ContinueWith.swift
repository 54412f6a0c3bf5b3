import Tasks

extension Task {
    /// Runs `continuation` once this task has completed, whatever its outcome; the new task has the continuation's result.
    @discardableResult
    public func continueWith<S>(
        _ executor: Executor = .default, continuation: @escaping (Task) throws -> S
    ) -> Task<S> {
        let promise = Promise<Carried<S>>.leavingPending()
        whenCompleted(executor) { task, _ in
            promise.trySet(outcome: .of { try continuation(task) })
        }
        return Task<S>(storage: promise.future)
    }

    /// Runs `continuation` once this task has completed, whatever its outcome; the new task ends like the task that `continuation` returns.
    @discardableResult
    public func continueWithTask<S>(
        _ executor: Executor = .default, continuation: @escaping (Task) throws -> Task<S>
    ) -> Task<S> {
        let promise = Promise<Carried<S>>.leavingPending()
        whenCompleted(executor) { task, _ in
            promise.follow { try continuation(task) }
        }
        return Task<S>(storage: promise.future)
    }

    // MARK: On success

    /// Runs `continuation` with the result if this task succeeds; the new task has the continuation's result.
    ///
    /// An error or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnSuccessWith<S>(
        _ executor: Executor = .default, continuation: @escaping (TResult) throws -> S
    ) -> Task<S> {
        onSuccess(executor) { promise, result in
            promise.trySet(outcome: .of { try continuation(result) })
        }
    }

    /// Runs `continuation` with the result if this task succeeds; the new task ends like the task that `continuation` returns.
    ///
    /// An error or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnSuccessWithTask<S>(
        _ executor: Executor = .default, continuation: @escaping (TResult) throws -> Task<S>
    ) -> Task<S> {
        onSuccess(executor) { promise, result in
            promise.follow { try continuation(result) }
        }
    }

    private func onSuccess<S>(
        _ executor: Executor, _ body: @escaping (Promise<Carried<S>>, TResult) -> Void
    ) -> Task<S> {
        let promise = Promise<Carried<S>>.leavingPending()
        observe { _, outcome in
            switch outcome {
            case .success(let carried): executor.execute { body(promise, carried.wrapped) }
            case .failure(let error): promise.trySet(outcome: .failure(error))
            case .cancelled: promise.tryCancel()
            }
        }
        return Task<S>(storage: promise.future)
    }
}

extension Task {
    /// Runs `continuation` with the error if this task fails; the new task has the continuation's result.
    ///
    /// A success or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnErrorWith(
        _ executor: Executor = .default, continuation: @escaping (any Error) throws -> TResult
    ) -> Task {
        onError(executor, (any Error).self) { promise, error in
            promise.trySet(outcome: .of { try continuation(error) })
        }
    }

    /// Runs `continuation` with the error if this task fails with an error of type `E`; the new task has the continuation's
    /// result.
    ///
    /// Any other error, a success or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnErrorWith<E: Error>(
        _ executor: Executor = .default, continuation: @escaping (E) throws -> TResult
    ) -> Task {
        onError(executor, E.self) { promise, error in
            promise.trySet(outcome: .of { try continuation(error) })
        }
    }

    /// Runs `continuation` with the error if this task fails; the new task ends like the task that `continuation` returns.
    ///
    /// A success or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnErrorWithTask(
        _ executor: Executor = .default, continuation: @escaping (any Error) throws -> Task
    ) -> Task {
        onError(executor, (any Error).self) { promise, error in
            promise.follow { try continuation(error) }
        }
    }

    /// Runs `continuation` with the error if this task fails with an error of type `E`; the new task ends like the task that
    /// `continuation` returns.
    ///
    /// Any other error, a success or a cancellation is passed on to the new task at once, without the executor.
    @discardableResult
    public func continueOnErrorWithTask<E: Error>(
        _ executor: Executor = .default, continuation: @escaping (E) throws -> Task
    ) -> Task {
        onError(executor, E.self) { promise, error in
            promise.follow { try continuation(error) }
        }
    }

    private func onError<E>(
        _ executor: Executor, _ type: E.Type, _ body: @escaping (Promise<Carried<TResult>>, E) -> Void
    ) -> Task {
        let promise = Promise<Carried<TResult>>.leavingPending()
        observe { _, outcome in
            if case .failure(let error) = outcome, let failure = error as? E {
                executor.execute { body(promise, failure) }
            } else {
                promise.trySet(outcome: outcome)
            }
        }
        return Task(storage: promise.future)
    }
}

/// An error that cancels the task whose closure throws it.
public struct CancelledError: Error {
    /// Creates the error.
    public init() {}
}
