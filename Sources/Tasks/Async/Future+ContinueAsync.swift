// Async closures as continuations. Each is an ordinary continuation that starts a task, and the new future ends the way that task ends.

extension Future {
    /// Runs an async closure once this future has settled, whatever its outcome; the new future ends the way the closure ends.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task that runs `body`; by default that of the thread that settles this future.
    ///   - token: If it is canceled before `body` runs, `body` is not called. Canceling it later cancels the task.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: Receives this future, settled. It runs on its own actor if it has one. An error it throws fails the new future; a
    ///     `CancellationError` cancels it.
    @discardableResult
    public func continueWithAsync<Other: Sendable>(
        priority: TaskPriority? = nil, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @isolated(any) @Sendable (Future<Value>) async throws -> Other
    ) -> Future<Other> {
        // Only the task observes the token, so that a value is not lost.
        continueWithFuture(.immediate, file: file, line: line, function: function) { future in
            .async(priority: priority, token: token, file: file, line: line, function: function) { try await body(future) }
        }
    }

    /// Runs an async closure with the value if this future succeeds; a failure or cancellation is passed on to the new future.
    ///
    /// The parameters are those of ``continueWithAsync(priority:token:file:line:function:_:)``.
    @discardableResult
    public func continueOnSuccessWithAsync<Other: Sendable>(
        priority: TaskPriority? = nil, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Other
    ) -> Future<Other> {
        if let token, token.isCancellationRequested { return givenUp() }
        return continueOnSuccessWithFuture(.immediate, file: file, line: line, function: function) { value in
            .async(priority: priority, token: token, file: file, line: line, function: function) { try await body(value) }
        }
    }

    /// Runs an async closure with the error if this future fails; a success or cancellation is passed on to the new future.
    ///
    /// The parameters are those of ``continueWithAsync(priority:token:file:line:function:_:)``.
    @discardableResult
    public func continueOnErrorWithAsync(
        priority: TaskPriority? = nil, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @isolated(any) @Sendable (any Error) async throws -> Value
    ) -> Future<Value> {
        if let token, token.isCancellationRequested { return givenUp() }
        return continueOnErrorWithFuture(.immediate, file: file, line: line, function: function) { error in
            .async(priority: priority, token: token, file: file, line: line, function: function) { try await body(error) }
        }
    }
}
