extension Future {
    /// The value, once it is there; throws the error of a failure, and `CancellationError` for a cancellation.
    ///
    /// Cancelling the awaiting task throws `CancellationError` at once. The future itself goes on: others may wait for it.
    /// To give up the work as well, see ``value(cancelling:)``.
    @inlinable public var value: Value {
        @inline(__always) get async throws {
            try await settled().get()
        }
    }

    /// As ``value``, but cancelling the awaiting task also cancels `source`, and with it the work that watches its token.
    @inlinable
    public func value(cancelling source: CancellationTokenSource) async throws -> Value {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: source) }
        return try (storage.outcome ?? .cancelled).get()
    }

    /// How it ends, once it has. Cancelling the awaiting task makes that `cancelled`, at once.
    @inlinable @inline(__always)
    public func settled() async -> Outcome<Value> {
        if !storage.isSettled { await AwaitObserver.wait(for: storage, cancelling: nil) }
        // Resumed without an outcome: this task was cancelled.
        return storage.outcome ?? .cancelled
    }
}
