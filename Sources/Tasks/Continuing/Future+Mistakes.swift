// Calls that do not mean what they seem to mean. For each of them, the compiler says what to write instead.
//
// A closure that returns a future fits every method that takes a closure of any value, and the compiler never prefers a method that is
// unavailable. So these methods are deprecated: the compiler prefers them, because their closures have more specific types, and warns.

extension Future {
    /// Makes a future of a future; use `continueWithFuture`.
    @available(*, deprecated, message: "the closure returns a future: use continueWithFuture, so that the new future ends like it")
    @discardableResult
    public func continueWith<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (Future<Value>) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        added(ValueContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Makes a future of a future; use `continueOnSuccessWithFuture`.
    @available(*, deprecated, message: "the closure returns a future: use continueOnSuccessWithFuture, so that the new future ends like it")
    @discardableResult
    public func continueOnSuccessWith<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable (Value) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        if let token, token.isCancellationRequested { return givenUp() }
        return added(SuccessValueContinuation(executor, token, body), RawPlace(file, line, function))
    }

    /// Makes a future of a future; use `flatMap`.
    @available(*, deprecated, message: "the closure returns a future: use flatMap, so that the new future ends like it")
    public func map<Other: Sendable>(
        _ executor: FutureExecutor = .default, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: @escaping @Sendable (Value) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        continueOnSuccessWith(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Makes a future of a future; use `continueWithFuture`.
    @available(*, deprecated, message: "the closure returns a future: use continueWithFuture, so that the new future ends like it")
    @discardableResult
    public func continueWith<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Future<Value>) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        added(ValueContinuation(.main, token, executor.entering(body)), RawPlace(file, line, function))
    }

    /// Makes a future of a future; use `continueOnSuccessWithFuture`.
    @available(*, deprecated, message: "the closure returns a future: use continueOnSuccessWithFuture, so that the new future ends like it")
    @discardableResult
    public func continueOnSuccessWith<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Value) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        if let token, token.isCancellationRequested { return givenUp() }
        return added(SuccessValueContinuation(.main, token, executor.entering(body)), RawPlace(file, line, function))
    }

    /// Makes a future of a future; use `flatMap`.
    @available(*, deprecated, message: "the closure returns a future: use flatMap, so that the new future ends like it")
    public func map<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: @escaping @MainActor @Sendable (Value) throws -> Future<Other>
    ) -> Future<Future<Other>> {
        continueOnSuccessWith(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Unavailable, because a bare number does not state the unit of the delay.
    @available(*, unavailable, message: "a delay is a Duration: write .seconds(0.5) or .milliseconds(500)")
    public func timeout(after seconds: Double) -> Future<Value> { fatalError("unavailable") }

    /// Unavailable, because a bare number does not state the unit of the limit.
    @available(*, unavailable, message: "a limit is a Duration: write .seconds(0.5) or .milliseconds(500)")
    @discardableResult
    public func wait(atMost seconds: Double) -> Bool { fatalError("unavailable") }
}

extension Future where Value == Void {
    /// Unavailable, because a bare number does not state the unit of the delay.
    @available(*, unavailable, message: "a delay is a Duration: write .seconds(0.5) or .milliseconds(500)")
    public static func withDelay(_ seconds: Double, token: CancellationToken? = nil) -> Future<Void> { fatalError("unavailable") }
}

extension CancellationTokenSource {
    /// Unavailable, because a bare number does not state the unit of the delay.
    @available(*, unavailable, message: "a delay is a Duration: write .seconds(0.5) or .milliseconds(500)")
    public func cancel(after seconds: Double) { fatalError("unavailable") }
}
