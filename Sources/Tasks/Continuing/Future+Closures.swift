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
