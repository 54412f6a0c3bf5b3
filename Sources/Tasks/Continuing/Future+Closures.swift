extension Future {
    /// A future with what `body` returns, run by `executor`.
    ///
    /// With the default executor it has settled when this returns.
    /// - Parameters:
    ///   - executor: Where `body` runs.
    ///   - token: Looked at just before `body` runs: if it is cancelled, `body` is not called.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the future; `CancellationError` cancels it.
    @inlinable
    public init(
        executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable () throws -> Value
    ) {
        self = Future<Void>().continueWith(executor, token: token, file: file, line: line, function: function) { _ in try body() }
    }

    /// A future that ends as the one `body` returns, run by `executor`.
    ///
    /// - Parameters:
    ///   - executor: Where `body` runs.
    ///   - token: Looked at just before `body` runs, and again when the returned future has settled.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the future; `CancellationError` cancels it.
    @inlinable
    public static func unwrapping(
        executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable () throws -> Future<Value>
    ) -> Future<Value> {
        Future<Void>().continueWithFuture(executor, token: token, file: file, line: line, function: function) { _ in try body() }
    }
}
