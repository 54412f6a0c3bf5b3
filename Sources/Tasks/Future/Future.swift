import Synchronization

/// A value that arrives later: it settles once and can be observed by many.
///
/// A future is pending until it succeeds with a value, fails with an error, or is canceled; then it never changes
/// again. It is the reading side; a ``Promise`` is the writing side. Copies of a future refer to the same state.
///
///     let page = Promise<String>()
///     let length = page.future.continueOnSuccessWith { $0.utf8.count }
///     page.set("hello")
///     length.result   // 5
///
/// Continuations run in the order they were added, once each, outside any lock. An error thrown by a continuation fails
/// the future it made; a `CancellationError` cancels it.
///
/// Tasks itself holds no lock while a continuation runs, but the caller may. With the default executor, a continuation runs on the thread
/// that settles the future, that releases the last copy of its ``Promise``, or, if the future has settled, that adds the continuation. If
/// this thread holds a lock, it still holds the lock while the continuation runs. When 20 runs are nested, ``FutureExecutor/default``
/// defers further continuations.
public struct Future<Value: Sendable>: Sendable {
    @usableFromInline let storage: FutureStorage<Value>

    @inlinable
    init(storage: FutureStorage<Value>) {
        self.storage = storage
    }

    // MARK: Creating settled futures

    /// Creates a future that has succeeded with `value`.
    @inlinable
    public init(_ value: Value) {
        storage = FutureStorage(.success(value))
    }

    /// Creates a future that has failed with `error`; a `CancellationError` makes a canceled future.
    @inlinable
    public init(
        error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) {
        storage = FutureStorage(Outcome(thrown: error))
        storage.note(RawPlace(file, line, function))
    }

    /// Creates a future that has ended with `outcome`.
    @inlinable
    public init(outcome: Outcome<Value>) {
        storage = FutureStorage(outcome)
    }

    /// Returns a future that has been canceled.
    @inlinable
    public static func cancelled() -> Future {
        Future(outcome: .cancelled)
    }

    // MARK: Reading

    /// How the future ended; `nil` while it is pending.
    ///
    /// The other properties are derived from `outcome`. Read `outcome` once for a consistent view: the future may settle between
    /// reading two properties.
    @inlinable @inline(__always) public var outcome: Outcome<Value>? { storage.outcome }

    /// Whether the future has ended, whatever its outcome.
    @inlinable public var isCompleted: Bool { storage.isSettled }

    /// Whether the future has failed.
    @inlinable public var isFaulted: Bool { error != nil }

    /// Whether the future has been canceled.
    @inlinable public var isCancelled: Bool { outcome?.isCancelled ?? false }

    /// The value, if the future has succeeded.
    @inlinable @inline(__always) public var result: Value? { outcome?.value }

    /// The error, if the future has failed; `nil` if it has been canceled.
    @inlinable public var error: (any Error)? { outcome?.error }

    /// Returns whether both are the same future, not just futures with equal outcomes.
    @inlinable
    public static func === (left: Future, right: Future) -> Bool {
        left.storage === right.storage
    }
}

extension Future where Value == Void {
    /// Creates a future that has succeeded without a value.
    @inlinable
    public init() {
        self.init(())
    }
}

// Descriptions of futures for messages, for the debugger's list of variables and for `dump`.

extension Future: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Future<Int>: pending`, `Future<Int>: success(3)`, `Future<Int>: failure(…)` or `Future<Int>: cancelled`.
    public var description: String { "Future<\(Value.self)>: \(storage.stateDescription)" }

    /// The ``description``, whether anything waits for the future and, if reports are on, where the future was made.
    public var debugDescription: String { "Future<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, instead of the future's storage.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description of the future, with `Promise` in place of `Future`.
    public var description: String { "Promise<\(Value.self)>: \(storage.stateDescription)" }

    /// The debug description of the future, with `Promise` in place of `Future`.
    public var debugDescription: String { "Promise<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, instead of the promise's storage.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension FutureStorage {
    // These read `written`, so that describing a future does not count as looking at its error.

    var stateDescription: String { written?.description ?? "pending" }

    var debugStateDescription: String {
        let waiting = FutureState(word: state.load(ordering: .acquiring)).newest != 0
        let state = written.map(\.debugDescription) ?? (waiting ? "pending, waited for" : "pending, nobody waits")
        return FutureReports.place(place).map { "\(state), made at \($0)" } ?? state
    }
}

extension Outcome: CustomStringConvertible, CustomDebugStringConvertible {
    /// `success(value)`, `failure(error)` or `cancelled`.
    public var description: String {
        switch self {
        case .success(let value): "success(\(value))"
        case .failure(let error): "failure(\(error))"
        case .cancelled: "cancelled"
        }
    }

    /// The ``description`` with the debug descriptions of the value and the error.
    public var debugDescription: String {
        switch self {
        case .success(let value): "success(\(String(reflecting: value)))"
        case .failure(let error): "failure(\(String(reflecting: error)))"
        case .cancelled: "cancelled"
        }
    }
}
