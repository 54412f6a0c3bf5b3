internal import Tasks

extension Task {
    /// Runs `continuation` once this task has completed, whatever its outcome; the new task has the continuation's result.
    ///
    /// - Parameters:
    ///   - executor: Where the continuation runs.
    ///   - continuation: Receives this task. An error it throws fails the new task; a ``CancelledError`` cancels it.
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
    ///
    /// - Parameters:
    ///   - executor: Where the continuation runs.
    ///   - continuation: Receives this task. An error it throws fails the new task; a ``CancelledError`` cancels it.
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
    /// - Parameters:
    ///   - executor: Where the continuation runs.
    ///   - continuation: The handler. An error it throws fails the new task; a ``CancelledError`` cancels it.
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
    /// - Parameters:
    ///   - executor: Where the continuation runs.
    ///   - continuation: The handler. An error it throws fails the new task; a ``CancelledError`` cancels it.
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
