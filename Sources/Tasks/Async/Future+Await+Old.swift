extension Future {
    /// The value of the future, awaited until the future has settled. Throws the error of a failed future and `CancellationError` for a
    /// canceled future.
    ///
    /// Canceling the awaiting task throws `CancellationError` at once. The future is not canceled, because other code may
    /// be waiting for it. To cancel the work as well, use ``value(cancelling:)``.
    @inlinable public var value: Value {
        @inline(__always) get async throws {
            try await settled().get()
        }
    }

    /// Awaits the value like ``value``. Canceling the awaiting task also cancels `source` and with it the work that observes
    /// its token.
    @inlinable
    public func value(cancelling source: CancellationTokenSource) async throws -> Value {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: source) }
        return try (storage.outcome ?? .cancelled).get()
    }

    /// Waits until the future has settled and returns its outcome; `.cancelled` at once if the awaiting task is canceled.
    @inlinable @inline(__always)
    public func settled() async -> Outcome<Value> {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: nil) }
        // No outcome after resuming means that this task was canceled.
        return storage.outcome ?? .cancelled
    }
}
