/// The writing side of a ``Future``: it decides, once, how the future ends.
///
/// The strict calls (`set`, `cancel`) are for promises that only one place settles: calling one on a settled future is a
/// programming error and traps, naming the caller. The `try` calls are for races: the first call wins, and the result tells
/// whether the call won. When a call returns, the observers have run on this thread or have been submitted to their
/// executors.
///
/// Continuations run where their ``FutureExecutor`` says: by default on the thread that settles, inside the call that settles. So do not
/// call `set`, `cancel` or their `try` forms while holding a lock that a continuation may take.
///
/// Copies of a promise settle the same future. When the last copy is dropped and the future is still pending, the future
/// fails with a ``BrokenPromise``, so that nothing waits for it forever. (In Bolts it stays pending.) Its continuations then run where the
/// last copy is released: on that thread, inside the assignment, removal or `deinit` that releases it. If your code holds a lock at that
/// moment, a continuation that takes the same lock deadlocks. So move the promise out of the guarded state, unlock, and then drop the
/// promise; or settle promises before you drop them.
public struct Promise<Value: Sendable>: Sendable {
    @usableFromInline let owner: PromiseOwner

    /// Creates a promise with a pending future.
    @inlinable @inline(__always)
    public init(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) {
        let storage = FutureStorage<Value>()
        storage.note(RawPlace(file, line, function))
        owner = PromiseOwner(storage)
    }

    /// Returns a promise that may be dropped: its future then stays pending, as in Bolts.
    package static func leavingPending() -> Promise {
        // The place in the source is not recorded, so nothing about this promise is reported.
        let storage = FutureStorage<Value>()
        storage.leavePending()
        return Promise(owner: PromiseOwner(storage))
    }

    private init(owner: PromiseOwner) { self.owner = owner }

    @inlinable @inline(__always) var storage: FutureStorage<Value> {
        // `init` stored a `FutureStorage<Value>`.
        unsafe unsafeDowncast(owner.cell, to: FutureStorage<Value>.self)
    }

    /// The future this promise settles.
    @inlinable @inline(__always) public var future: Future<Value> { Future(storage: storage) }

    // MARK: Settling in a race

    /// Succeeds with `value`; returns false if the future has already settled.
    @inlinable
    @discardableResult
    public func trySet(_ value: Value) -> Bool {
        trySet(outcome: .success(value))
    }

    /// Fails with `error` (a `CancellationError` cancels); returns false if the future has already settled.
    @inlinable
    @discardableResult
    public func trySet(error: any Error) -> Bool {
        trySet(outcome: Outcome(thrown: error))
    }

    /// Cancels the future; returns false if the future has already settled.
    @inlinable
    @discardableResult
    public func tryCancel() -> Bool {
        trySet(outcome: .cancelled)
    }

    /// Ends the future with `outcome`; returns false if the future has already settled.
    @inlinable @inline(__always)
    @discardableResult
    public func trySet(outcome: Outcome<Value>) -> Bool {
        // The owner's reference is enough, so the storage is not retained. `init` stored a `FutureStorage<Value>`.
        unsafe Unmanaged.passUnretained(owner.cell)._withUnsafeGuaranteedRef { cell in
            unsafe unsafeDowncast(cell, to: FutureStorage<Value>.self).trySettle(outcome)
        }
    }

    // MARK: Settling strictly

    /// Succeeds with `value`. Traps if the future has already settled.
    @inlinable @inline(__always)
    public func set(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(outcome: .success(value)) { Self.reportSettledTwice(file: file, line: line) }
    }

    /// Fails with `error`; a `CancellationError` cancels. Traps if the future has already settled.
    @inlinable @inline(__always)
    public func set(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(outcome: Outcome(thrown: error)) { Self.reportSettledTwice(file: file, line: line) }
    }

    /// Cancels the future. Traps if the future has already settled.
    @inlinable
    public func cancel(file: StaticString = #fileID, line: UInt = #line) {
        if !trySet(outcome: .cancelled) { Self.reportSettledTwice(file: file, line: line) }
    }

    @usableFromInline
    static func reportSettledTwice(file: StaticString, line: UInt) -> Never {
        // The `set` methods are documented to trap. Continuing would hide that two places settle the same future.
        fatalError("this promise has been kept already; use trySet where several may decide", file: file, line: line)
    }
}

extension Promise where Value == Void {
    /// Succeeds. Traps if the future has already settled.
    @inlinable @inline(__always)
    public func set(file: StaticString = #fileID, line: UInt = #line) {
        set((), file: file, line: line)
    }

    /// Succeeds; returns false if the future has already settled.
    @inlinable
    @discardableResult
    public func trySet() -> Bool {
        trySet(())
    }
}

/// The object that the copies of a promise share. If the future is still pending, its `deinit` fails the future.
///
/// A small object (24 bytes) beside the future, because the future itself may outlive every copy of the promise.
@usableFromInline
final class PromiseOwner: Sendable {
    @usableFromInline let cell: FutureCell

    @inlinable @inline(__always)
    init(_ cell: FutureCell) {
        self.cell = cell
    }

    @inlinable
    deinit {
        if !cell.isSettled { cell.breakPromise(.promiseDropped) }
    }
}
