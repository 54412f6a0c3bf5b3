/// The writing side of a ``Future``: whoever holds it decides, once, how the future ends.
///
/// The strict calls (`set`, `cancel`) say that nobody else decides: calling one on a settled future is a programming
/// error and stops the program, naming the caller. The `try` calls are for races: the first wins, and the answer says
/// whether it was this one. Observers have run, on the calling thread or handed to their executors, when a call returns.
///
/// Copies are the same promise. When the last of them is dropped unsettled, nobody can settle the future any more; it fails
/// with a ``BrokenPromise``, so that nothing waits for it for ever. (With Bolts it stays pending.)
public struct Promise<Value: Sendable>: Sendable {
    @usableFromInline let owner: PromiseOwner

    /// A promise with a pending future.
    ///
    /// - Parameters:
    ///   - file: Where it is made, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    @inlinable @inline(__always)
    public init(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) {
        let storage = FutureStorage<Value>()
        storage.note(RawPlace(file, line, function))
        owner = PromiseOwner(storage)
    }

    /// A promise that may be let go of: its future then stays pending, as with Bolts.
    package static func leavingPending() -> Promise {
        let promise = Promise()
        promise.storage.leavePending()
        return promise
    }

    @inlinable @inline(__always) var storage: FutureStorage<Value> {
        // What `init` has put there.
        unsafe unsafeDowncast(owner.cell, to: FutureStorage<Value>.self)
    }

    /// Settles without making another reference to the storage: the owner's is enough.
    @inlinable @inline(__always)
    func trySettle(_ outcome: Outcome<Value>) -> Bool {
        unsafe Unmanaged.passUnretained(owner.cell)._withUnsafeGuaranteedRef { cell in
            // What `init` has put there.
            unsafe unsafeDowncast(cell, to: FutureStorage<Value>.self).trySettle(outcome)
        }
    }

    /// The future this promise settles. Always the same one.
    @inlinable @inline(__always) public var future: Future<Value> { Future(storage: storage) }

    // MARK: Racing

    /// Lets the future succeed with `value`; answers whether this call decided it.
    @inlinable
    @discardableResult
    public func trySet(_ value: Value) -> Bool {
        trySettle(.success(value))
    }

    /// Lets the future fail with `error` (a `CancellationError` cancels it); answers whether this call decided it.
    @inlinable
    @discardableResult
    public func trySet(error: any Error) -> Bool {
        trySettle(Outcome(thrown: error))
    }

    /// Cancels the future; answers whether this call decided it.
    @inlinable
    @discardableResult
    public func tryCancel() -> Bool {
        trySettle(.cancelled)
    }

    /// Ends the future with `outcome`; answers whether this call decided it.
    @inlinable
    @discardableResult
    public func trySet(outcome: Outcome<Value>) -> Bool {
        trySettle(outcome)
    }

    // MARK: Strict

    /// Lets the future succeed with `value`. Stops the program if it is settled already.
    @inlinable @inline(__always)
    public func set(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
        if !trySettle(.success(value)) { Self.reportSettledTwice(file: file, line: line) }
    }

    /// Lets the future fail with `error`; a `CancellationError` cancels it. Stops the program if it is settled already.
    @inlinable @inline(__always)
    public func set(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
        if !trySettle(Outcome(thrown: error)) { Self.reportSettledTwice(file: file, line: line) }
    }

    /// Cancels the future. Stops the program if it is settled already.
    @inlinable
    public func cancel(file: StaticString = #fileID, line: UInt = #line) {
        if !trySettle(.cancelled) { Self.reportSettledTwice(file: file, line: line) }
    }

    @usableFromInline
    static func reportSettledTwice(file: StaticString, line: UInt) -> Never {
        // The contract of the strict calls: going on would hide that two places decide the same thing.
        preconditionFailure("this promise has been kept already; use trySet where several may decide", file: file, line: line)
    }
}

extension Promise where Value == Void {
    /// Lets the future succeed. Stops the program if it is settled already.
    @inlinable @inline(__always)
    public func set(file: StaticString = #fileID, line: UInt = #line) {
        set((), file: file, line: line)
    }

    /// Lets the future succeed; answers whether this call decided it.
    @inlinable
    @discardableResult
    public func trySet() -> Bool {
        trySet(())
    }
}

/// What the copies of a promise share, apart from the future: its end is the promise's end.
///
/// One more small object (24 bytes), which the compiler puts on the stack where a promise does not leave its function.
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
