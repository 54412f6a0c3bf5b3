extension Future where Value == Void {
    /// A future that succeeds once `delay` has passed; zero or less: it has already.
    ///
    /// - Parameters:
    ///   - delay: How long it takes.
    ///   - token: Cancels the future, and stops the timer, as soon as cancellation is requested. (Bolts-ObjC notices only
    ///     when the delay is over.)
    ///   - timer: The clock to go by.
    public static func withDelay(
        _ delay: Duration, token: CancellationToken? = nil, timer: any FutureTimer = .dispatch
    ) -> Future<Void> {
        if let token, token.isCancellationRequested { return .cancelled() }
        if delay <= .zero { return Future() }
        let promise = Promise<Void>()
        let entry = timer.schedule(after: delay) { promise.trySet() }
        if let token {
            let registration = token.onCancellation {
                if promise.tryCancel() { entry.cancel() }
            }
            promise.future.continueWith(.immediate) { _ in registration.dispose() }
        }
        return promise.future
    }
}
