extension Promise {
    /// Cancels the future when `token` is canceled; at once if it is already canceled. Does nothing if the future has settled.
    ///
    /// The token does not keep the promise or the future alive: a promise that is dropped still fails its future with a
    /// ``BrokenPromise``, however long the token lives. The registration ends when the future settles.
    ///
    /// After this call, the token can settle the promise, too, so use `trySet`: `set` traps once the token has been canceled.
    public func cancel(with token: CancellationToken) {
        let storage = storage
        let registration = token.onCancellation { [weak storage] in _ = storage?.trySettle(.cancelled) }
        // The closure keeps the token alive: a linked source that is released no longer follows the tokens it is linked to.
        future.whenEnded { withExtendedLifetime(token) { registration.dispose() } }
    }
}
