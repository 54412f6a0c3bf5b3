// The names that other libraries use for continuations. Each method here calls one of the `continue…` methods, which document the rules.

extension Future {
    /// Returns a future of the value that `transform` returns for the value; a failure or cancellation is passed on.
    ///
    /// This is `continueOnSuccessWith`, with its parameters, under the name that Combine, PromiseKit and NIO use.
    @inlinable
    public func map<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: consuming @escaping @Sendable (Value) throws -> Other
    ) -> Future<Other> {
        continueOnSuccessWith(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Returns a future that ends like the future that `transform` returns for the value; a failure or cancellation is passed on.
    ///
    /// This is `continueOnSuccessWithFuture`, with its parameters, under the name that Combine and NIO use (`then` in PromiseKit).
    @inlinable
    public func flatMap<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: consuming @escaping @Sendable (Value) throws -> Future<Other>
    ) -> Future<Other> {
        continueOnSuccessWithFuture(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Returns a future that has the value that `handler` returns for the error; a success or cancellation is passed on.
    ///
    /// This is `continueOnErrorWith`, with its parameters. A cancellation is no error, so `handler` never sees one.
    @inlinable
    public func recover(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ handler: @escaping @Sendable (any Error) throws -> Value
    ) -> Future<Value> {
        continueOnErrorWith(executor, token: token, file: file, line: line, function: function, handler)
    }

    /// Returns a future that ends like the future that `handler` returns for the error; a success or cancellation is passed on.
    ///
    /// This is `continueOnErrorWithFuture`, with its parameters. A cancellation is no error, so `handler` never sees one.
    @inlinable
    public func recover(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ handler: @escaping @Sendable (any Error) throws -> Future<Value>
    ) -> Future<Value> {
        continueOnErrorWithFuture(executor, token: token, file: file, line: line, function: function, handler)
    }

    /// Runs `body` with the outcome, and returns a future that then ends the same way.
    ///
    /// Use it to look at a chain without changing it: to log, to count, to hide an indicator. `body` also sees failures and cancellations.
    /// - Parameters:
    ///   - executor: Where `body` runs. The returned future settles after `body` has returned.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: Receives the outcome. Looking at an error in this way does not count as handling it: if nothing reads the error of the
    ///     returned future, it is reported.
    @discardableResult
    public func tap(
        _ executor: FutureExecutor = .default,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (Outcome<Value>) -> Void
    ) -> Future<Value> {
        continueWithFuture(executor, file: file, line: line, function: function) { future in
            // A continuation runs once its future has settled.
            if let outcome = future.outcome { body(outcome) }
            return future
        }
    }
}
