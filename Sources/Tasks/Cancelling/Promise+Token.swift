extension Promise {
    /// Cancels the future when `token` is cancelled; at once if it is already cancelled. Does nothing if the future has settled.
    ///
    /// The token does not keep the promise or the future alive: a promise that is dropped still fails its future with a
    /// ``BrokenPromise``, however long the token lives. The registration ends when the future settles.
    public func cancel(with token: CancellationToken) {
        let storage = storage
        let registration = token.onCancellation { [weak storage] in _ = storage?.trySettle(.cancelled) }
        future.continueWith(.immediate) { _ in registration.dispose() }
    }
}
