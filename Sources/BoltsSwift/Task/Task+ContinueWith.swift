internal import Tasks

extension Task {
    /// Has `executor` run `continuation` once this has completed, in whatever way; the new task has what it returns.
    ///
    /// - Parameters:
    ///   - executor: Where it runs.
    ///   - continuation: Gets this very task. What it throws fails the new task; ``CancelledError`` cancels it.
    @discardableResult
    public func continueWith<S>(
        _ executor: Executor = .default, continuation: @escaping (Task) throws -> S
    ) -> Task<S> {
        let promise = Promise<Carried<S>>.ofTask()
        whenCompleted(executor) { task, _ in
            promise.trySet(outcome: .of { try continuation(task) })
        }
        return Task<S>(storage: promise.future)
    }

    /// Has `executor` run `continuation` once this has completed, in whatever way; the new task ends as the one it returns.
    ///
    /// - Parameters:
    ///   - executor: Where it runs.
    ///   - continuation: Gets this very task. What it throws fails the new task; ``CancelledError`` cancels it.
    @discardableResult
    public func continueWithTask<S>(
        _ executor: Executor = .default, continuation: @escaping (Task) throws -> Task<S>
    ) -> Task<S> {
        let promise = Promise<Carried<S>>.ofTask()
        whenCompleted(executor) { task, _ in
            promise.follow { try continuation(task) }
        }
        return Task<S>(storage: promise.future)
    }

    // MARK: On success

    /// Has `executor` run `continuation` with the result of a success; the new task has what it returns.
    ///
    /// An error or a cancellation goes on to the new task at once, without the executor.
    /// - Parameters:
    ///   - executor: Where it runs.
    ///   - continuation: What it throws fails the new task; ``CancelledError`` cancels it.
    @discardableResult
    public func continueOnSuccessWith<S>(
        _ executor: Executor = .default, continuation: @escaping (TResult) throws -> S
    ) -> Task<S> {
        onSuccess(executor) { promise, result in
            promise.trySet(outcome: .of { try continuation(result) })
        }
    }

    /// Has `executor` run `continuation` with the result of a success; the new task ends as the one it returns.
    ///
    /// An error or a cancellation goes on to the new task at once, without the executor.
    /// - Parameters:
    ///   - executor: Where it runs.
    ///   - continuation: What it throws fails the new task; ``CancelledError`` cancels it.
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
        let promise = Promise<Carried<S>>.ofTask()
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
