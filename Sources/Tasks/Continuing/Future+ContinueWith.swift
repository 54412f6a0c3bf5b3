extension Future {
    /// Runs `body` once this has settled, in whatever way; the new future succeeds with what it returns.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. By default at once, on the thread that settles this future.
    ///   - token: Looked at when `body` is about to run: if it is cancelled, `body` is not called and the new future is
    ///     cancelled, whatever this one was. A token does not wake a continuation that is still waiting.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: Gets this very future, settled. What it throws fails the new future; `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueWith<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Future<Value>) throws -> Other
    ) -> Future<Other> {
        added(ValueContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Runs `body` once this has settled, in whatever way; the new future ends as the one it returns.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. By default at once, on the thread that settles this future.
    ///   - token: As in ``continueWith(_:token:file:line:function:_:)``; looked at again when the returned future has settled.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: Gets this very future, settled. What it throws fails the new future; `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueWithFuture<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: consuming @escaping @Sendable (Future<Value>) throws -> Future<Other>
    ) -> Future<Other> {
        added(FutureContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// A future that ends as this one, but succeeds with nothing.
    ///
    /// - Parameters:
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    @inlinable
    public func makeVoid(
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        added(SuccessValueContinuation<Value, Void>(.default, nil) { _ in }, RawPlace(file, line, function))
    }
}

extension Future {
    /// Runs `body` with the value once this has succeeded; a failure or cancellation goes on to the new future.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs. Skipping it needs no executor.
    ///   - token: As in ``continueWith(_:token:file:line:function:_:)``, but a token that is cancelled already cancels the new
    ///     future at once.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
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

    /// Runs `body` with the value once this has succeeded; the new future ends as the one it returns.
    ///
    /// A failure or cancellation goes on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. Skipping it needs no executor.
    ///   - token: As in ``continueWithFuture(_:token:file:line:function:_:)``, but a token that is cancelled already cancels the
    ///     new future at once.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
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

    /// What comes of continuing this when nobody wants it any more. However this ends, somebody has asked.
    @inlinable
    func givenUp<Other: Sendable>() -> Future<Other> {
        if storage.place != 0 { storage.noteSeen() }
        return .cancelled()
    }
}
