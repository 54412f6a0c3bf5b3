/// A value that arrives later: settled once, observed by many.
///
/// A future is pending until it succeeds with a value, fails with an error, or is cancelled; then it never changes
/// again. It is the reading side; a ``Promise`` is the writing side. Copies are the same future.
///
///     let page = Promise<String>()
///     let length = page.future.continueOnSuccessWith { $0.utf8.count }
///     page.set("hello")
///     length.result   // 5
///
/// Continuations run in the order they were added, each once, outside of any lock. Whatever a continuation throws fails
/// the future it made; a `CancellationError` cancels it.
public struct Future<Value: Sendable>: Sendable {
    @usableFromInline let storage: FutureStorage<Value>

    @inlinable
    init(storage: FutureStorage<Value>) {
        self.storage = storage
    }

    // MARK: Making settled ones

    /// A future that has succeeded with `value`.
    @inlinable
    public init(_ value: Value) {
        storage = FutureStorage(.success(value))
    }

    /// A future that has failed with `error`; a `CancellationError` makes a cancelled one.
    ///
    /// - Parameters:
    ///   - error: How it ended.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    @inlinable
    public init(
        error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) {
        storage = FutureStorage(Outcome(thrown: error))
        storage.note(RawPlace(file, line, function))
    }

    /// A future that has ended with `outcome`.
    @inlinable
    public init(outcome: Outcome<Value>) {
        storage = FutureStorage(outcome)
    }

    /// A future that has been cancelled.
    @inlinable
    public static func cancelled() -> Future {
        Future(outcome: .cancelled)
    }

    // MARK: Reading

    /// How it ended; `nil` while it is pending.
    ///
    /// The other properties are views of this one. Reading it once gives one moment; reading two of them may give two.
    @inlinable @inline(__always) public var outcome: Outcome<Value>? { storage.outcome }

    /// Whether it has ended, in whatever way.
    @inlinable public var isCompleted: Bool { storage.isSettled }

    /// Whether it has failed.
    @inlinable public var isFaulted: Bool { error != nil }

    /// Whether it has been cancelled.
    @inlinable public var isCancelled: Bool { outcome?.isCancelled ?? false }

    /// Its value, if it has succeeded.
    @inlinable @inline(__always) public var result: Value? { outcome?.value }

    /// Its error, if it has failed; `nil` if it has been cancelled.
    @inlinable public var error: (any Error)? { outcome?.error }

    /// Whether two futures are the same one, rather than two with equal outcomes.
    @inlinable
    public static func === (left: Future, right: Future) -> Bool {
        left.storage === right.storage
    }
}

extension Future where Value == Void {
    /// A future that has succeeded with nothing.
    @inlinable
    public init() {
        self.init(())
    }
}
