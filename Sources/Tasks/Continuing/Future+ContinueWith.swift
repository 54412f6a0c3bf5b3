extension Future {
    /// Runs `body` once this future has settled, whatever its outcome; the new future succeeds with what `body` returns.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. By default at once, on the thread that settles this future.
    ///   - token: Checked when `body` is about to run: if it is canceled, `body` is not called and the new future is
    ///     canceled, whatever the outcome of this future. Canceling the token does not wake a continuation that is still
    ///     waiting.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: Receives this future, settled. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueWith<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Future<Value>) throws -> Other
    ) -> Future<Other> {
        added(ValueContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Runs `body` once this future has settled, whatever its outcome; the new future ends like the future that `body` returns.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. By default at once, on the thread that settles this future.
    ///   - token: As in `continueWith`; checked again when the returned future has settled.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: Receives this future, settled. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueWithFuture<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Future<Value>) throws -> Future<Other>
    ) -> Future<Other> {
        added(FutureContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Returns a future that ends like this one but drops the value.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    @inlinable
    public func makeVoid(
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        added(SuccessValueContinuation<Value, Void>(.default, nil) { _ in }, RawPlace(file, line, function))
    }
}

extension Future {
    /// Runs `body` with the value if this future succeeds; a failure or cancellation is passed on to the new future.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. If `body` is skipped, the executor is not used.
    ///   - token: As in `continueWith`, but a token that is already canceled cancels the new
    ///     future at once.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnSuccessWith<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Value) throws -> Other
    ) -> Future<Other> {
        if let token, token.isCancellationRequested { return givenUp() }
        return added(SuccessValueContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Runs `body` with the value if this future succeeds; the new future ends like the future that `body` returns.
    ///
    /// A failure or cancellation is passed on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. If `body` is skipped, the executor is not used.
    ///   - token: As in `continueWithFuture`, but a token that is already canceled cancels the
    ///     new future at once.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The handler. An error it throws fails the new future; a `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnSuccessWithFuture<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Value) throws -> Future<Other>
    ) -> Future<Other> {
        if let token, token.isCancellationRequested { return givenUp() }
        return added(SuccessFutureContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Returns a canceled future for a continuation whose token is already canceled. The future that was continued counts
    /// as observed.
    @inlinable
    func givenUp<Other: Sendable>() -> Future<Other> {
        if storage.place != 0 { storage.noteSeen() }
        return .cancelled()
    }
}
