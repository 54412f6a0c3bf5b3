extension Promise {
    /// Cancels the future when `token` is cancelled; at once if it is already cancelled. Does nothing if the future has settled.
    ///
    /// The token does not keep the promise or the future alive: a promise that is dropped still fails its future with a
    /// ``BrokenPromise``, however long the token lives. The registration ends when the future settles.
    ///
    /// From this call on, the promise has two places that settle it, so use `trySet`: `set` traps once the token has been cancelled.
    public func cancel(with token: CancellationToken) {
        let storage = storage
        let registration = token.onCancellation { [weak storage] in _ = storage?.trySettle(.cancelled) }
        // The closure keeps the token: nothing else may hold the source of a linked one, and then it follows no other.
        future.whenEnded { withExtendedLifetime(token) { registration.dispose() } }
    }
}
