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
    /// The other parameters are those of the method for errors of any type.
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
    /// The other parameters are those of the method for errors of any type.
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

extension Future {
    /// Creates a future of the value that `body` returns when `executor` runs it.
    ///
    /// With the default executor, the future has settled when this initializer returns.
    /// - Parameters:
    ///   - executor: Where `body` runs.
    ///   - token: Checked just before `body` would run; if it is canceled, `body` is not called.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The work. An error it throws fails the future; a `CancellationError` cancels it.
    @inlinable
    public init(
        executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable () throws -> Value
    ) {
        self = Future<Void>().continueWith(executor, token: token, file: file, line: line, function: function) { _ in try body() }
    }

    /// Runs `body` on `executor` and returns a future that ends like the future that `body` returns.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs.
    ///   - token: Checked just before `body` would run, and again when the returned future has settled.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The work. An error it throws fails the future; a `CancellationError` cancels it.
    @inlinable
    public static func unwrapping(
        executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable () throws -> Future<Value>
    ) -> Future<Value> {
        Future<Void>().continueWithFuture(executor, token: token, file: file, line: line, function: function) { _ in try body() }
    }
}
