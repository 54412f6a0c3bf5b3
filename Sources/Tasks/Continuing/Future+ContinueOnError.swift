extension Future {
    /// Runs `body` with the error once this has failed; the new future succeeds with what it returns.
    ///
    /// A success or cancellation goes on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. Skipping it needs no executor.
    ///   - token: As in ``continueWith(_:token:file:line:function:_:)``.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWith(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (any Error) throws -> Value
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { .outcome(.success(try body($0))) }
    }

    /// Runs `body` with the error once this has failed; the new future ends as the one it returns.
    ///
    /// A success or cancellation goes on to the new future.
    /// - Parameters:
    ///   - executor: Where `body` runs. Skipping it needs no executor.
    ///   - token: As in ``continueWithFuture(_:token:file:line:function:_:)``.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
    @inlinable
    @discardableResult
    public func continueOnErrorWithFuture(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (any Error) throws -> Future<Value>
    ) -> Future<Value> {
        recovered(executor, token, RawPlace(file, line, function)) { .future(try body($0)) }
    }

    /// Runs `body` once this has failed with an error of that type; the new future succeeds with what it returns.
    ///
    /// Any other error, a success or a cancellation goes on to the new future.
    /// - Parameters:
    ///   - type: The type of error `body` is for.
    ///   - executor: Where `body` runs.
    ///   - token: As in ``continueWith(_:token:file:line:function:_:)``.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
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

    /// Runs `body` once this has failed with an error of that type; the new future ends as the one it returns.
    ///
    /// Any other error, a success or a cancellation goes on to the new future.
    /// - Parameters:
    ///   - type: The type of error `body` is for.
    ///   - executor: Where `body` runs.
    ///   - token: As in ``continueWithFuture(_:token:file:line:function:_:)``.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the new future; `CancellationError` cancels it.
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

    /// A continuation that acts on failures and passes everything else on.
    @inlinable
    func recovered(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ place: RawPlace,
        _ body: @escaping @Sendable (any Error) throws -> ContinuationStep<Value>
    ) -> Future<Value> {
        added(RecoveryContinuation(executor, token, body), place)
    }
}
