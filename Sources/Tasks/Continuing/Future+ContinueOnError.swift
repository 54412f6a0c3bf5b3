extension Future {
    /// Runs `body` with the error if this future fails; the new future succeeds with what `body` returns.
    ///
    /// A success or cancellation is passed on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. If `body` is skipped, the executor is not used.
    ///   - token: As in `continueWith`.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWith(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (any Error) throws -> Value
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { .outcome(.success(try body($0))) }
    }

    /// Runs `body` with the error if this future fails; the new future ends like the future that `body` returns.
    ///
    /// A success or cancellation is passed on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. If `body` is skipped, the executor is not used.
    ///   - token: As in `continueWithFuture`.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWithFuture(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (any Error) throws -> Future<Value>
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { .future(try body($0)) }
    }

    /// Runs `body` if this future fails with an error of type `type`; the new future succeeds with what `body` returns.
    ///
    /// Any other error, a success or a cancellation is passed on to the new future.
    /// - Parameters:
    ///   - type: The type of error that `body` handles.
    ///   - executor: Where `body` runs.
    ///   - token: As in `continueWith`.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWith<Failure: Error>(
        _ type: Failure.Type, _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (Failure) throws -> Value
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { error in
            guard let failure = error as? Failure else { return .outcome(.failure(error)) }
            return .outcome(.success(try body(failure)))
        }
    }

    /// Runs `body` if this future fails with an error of type `type`; the new future ends like the future that `body` returns.
    ///
    /// Any other error, a success or a cancellation is passed on to the new future.
    /// - Parameters:
    ///   - type: The type of error that `body` handles.
    ///   - executor: Where `body` runs.
    ///   - token: As in `continueWithFuture`.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWithFuture<Failure: Error>(
        _ type: Failure.Type, _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (Failure) throws -> Future<Value>
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { error in
            guard let failure = error as? Failure else { return .outcome(.failure(error)) }
            return .future(try body(failure))
        }
    }

    /// Adds a continuation that handles failures and passes every other outcome on.
    @inlinable
    func recovered(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ place: RawPlace,
        _ body: @escaping @Sendable (any Error) throws -> ContinuationStep<Value>
    ) -> Future<Value> {
        added(RecoveryContinuation(executor, token, body), place)
    }
}
