// The continuations of `Future` for closures that are isolated to the main actor. Each is the method of the same name with `.main`, which
// describes the parameters.

extension Future {
    /// Runs `body` on the main actor once this future has settled, whatever its outcome; the new future succeeds with what `body` returns.
    @discardableResult
    public func continueWith<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Future<Value>) throws -> Other
    ) -> Future<Other> {
        continueWith(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Runs `body` on the main actor once this future has settled; the new future ends like the future that `body` returns.
    @discardableResult
    public func continueWithFuture<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Future<Value>) throws -> Future<Other>
    ) -> Future<Other> {
        continueWithFuture(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Runs `body` on the main actor with the value if this future succeeds; a failure or cancellation is passed on to the new future.
    @discardableResult
    public func continueOnSuccessWith<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Value) throws -> Other
    ) -> Future<Other> {
        continueOnSuccessWith(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Runs `body` on the main actor with the value if this future succeeds; the new future ends like the future that `body` returns.
    @discardableResult
    public func continueOnSuccessWithFuture<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Value) throws -> Future<Other>
    ) -> Future<Other> {
        continueOnSuccessWithFuture(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Runs `body` on the main actor with the error if this future fails; a success or cancellation is passed on to the new future.
    @discardableResult
    public func continueOnErrorWith(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (any Error) throws -> Value
    ) -> Future<Value> {
        continueOnErrorWith(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Runs `body` on the main actor with the error if this future fails; the new future ends like the future that `body` returns.
    @discardableResult
    public func continueOnErrorWithFuture(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (any Error) throws -> Future<Value>
    ) -> Future<Value> {
        continueOnErrorWithFuture(.main, token: token, file: file, line: line, function: function, executor.entering(body))
    }

    /// Returns a future of the result of `transform`, run on the main actor; a failure or cancellation is passed on.
    public func map<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: @escaping @MainActor @Sendable (Value) throws -> Other
    ) -> Future<Other> {
        continueOnSuccessWith(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Returns a future that ends like the one that `transform` returns, run on the main actor; a failure or cancellation is passed on.
    public func flatMap<Other: Sendable>(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ transform: @escaping @MainActor @Sendable (Value) throws -> Future<Other>
    ) -> Future<Other> {
        continueOnSuccessWithFuture(executor, token: token, file: file, line: line, function: function, transform)
    }

    /// Returns a future of the value that `handler` returns for the error, run on the main actor; a success or cancellation is passed on.
    public func recover(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ handler: @escaping @MainActor @Sendable (any Error) throws -> Value
    ) -> Future<Value> {
        continueOnErrorWith(executor, token: token, file: file, line: line, function: function, handler)
    }

    /// Returns a future that ends like the one that `handler` returns, run on the main actor; a success or cancellation is passed on.
    public func recover(
        _ executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ handler: @escaping @MainActor @Sendable (any Error) throws -> Future<Value>
    ) -> Future<Value> {
        continueOnErrorWithFuture(executor, token: token, file: file, line: line, function: function, handler)
    }

    /// Runs `body` on the main actor with the outcome, and returns a future that then ends the same way.
    @discardableResult
    public func tap(
        _ executor: MainActorExecutor,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable (Outcome<Value>) -> Void
    ) -> Future<Value> {
        tap(.main, file: file, line: line, function: function) { outcome in MainActor.assumeIsolated { body(outcome) } }
    }

    /// Creates a future of the value that `body` returns when it runs on the main actor: at once if the caller is already there.
    public init(
        executor: MainActorExecutor, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @MainActor @Sendable () throws -> Value
    ) {
        self = Future<Void>().continueWith(executor, token: token, file: file, line: line, function: function) { _ in try body() }
    }
}

/// The executor of continuations that are isolated to the main actor: `.mainActor`.
///
///     page.continueOnSuccessWith(.mainActor) { page in label.text = page.title }
///
/// It runs them like ``FutureExecutor/main``, on the main queue, and at once if the caller is already there. In addition, the compiler knows
/// that the closure is isolated, so the closure may use everything that belongs to the main actor. The other parameters of the methods that
/// take it are those of the methods of the same name that take a ``FutureExecutor``.
public struct MainActorExecutor: Sendable {
    /// The executor for the main actor.
    public static var mainActor: MainActorExecutor { MainActorExecutor() }

    /// Returns `body` as a closure for ``FutureExecutor/main``.
    func entering<Input: Sendable, Output: Sendable>(
        _ body: @escaping @MainActor @Sendable (Input) throws -> Output
    ) -> @Sendable (Input) throws -> Output {
        // `.main` runs closures only on the main queue or the main thread, and that is where the main actor runs.
        { input in try MainActor.assumeIsolated { try body(input) } }
    }
}
