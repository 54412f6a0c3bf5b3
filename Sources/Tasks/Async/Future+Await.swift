extension Future {
    /// The value, once it is there; throws the error of a failure, and `CancellationError` for a cancellation.
    ///
    /// Cancelling the awaiting task throws `CancellationError` at once. The future itself goes on: others may wait for it.
    /// To give up the work as well, see ``value(cancelling:)``.
    public var value: Value {
        get async throws {
            try await settledOutcome(whenCancelled: {}).get()
        }
    }

    /// As ``value``, but cancelling the awaiting task also cancels `source`, and with it the work that watches its token.
    public func value(cancelling source: CancellationTokenSource) async throws -> Value {
        try await settledOutcome(whenCancelled: { source.cancel() }).get()
    }

    /// How it ends, once it has. Cancelling the awaiting task makes that `cancelled`, at once.
    public func settled() async -> Outcome<Value> {
        await settledOutcome(whenCancelled: {})
    }

    private func settledOutcome(whenCancelled: @escaping @Sendable () -> Void) async -> Outcome<Value> {
        if let outcome { return outcome }
        let storage = storage
        let observer = AwaitObserver<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                observer.suspend(continuation)
                storage.observeOrReact(observer)
                // Cancelled while it was being added: then nobody else has noted it.
                if observer.isSpent { storage.noteSpentObserver() }
            }
        } onCancel: {
            whenCancelled()
            observer.finish(.cancelled)
            storage.noteSpentObserver()
        }
    }
}
