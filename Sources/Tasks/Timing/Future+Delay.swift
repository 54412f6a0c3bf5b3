extension Future where Value == Void {
    /// A future that succeeds once `delay` has passed; zero or less: it has already.
    ///
    /// - Parameters:
    ///   - delay: How long it takes.
    ///   - token: Cancels the future, and stops the timer, as soon as cancellation is requested. (Bolts-ObjC notices only
    ///     when the delay is over.)
    ///   - timer: The clock to go by.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func withDelay(
        _ delay: Duration, token: CancellationToken? = nil, timer: any FutureTimer = .dispatch,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        if let token, token.isCancellationRequested { return .cancelled() }
        if delay <= .zero { return Future() }
        let promise = Promise<Void>(file: file, line: line, function: function)
        // Holds the token, too: nobody else may, and one that is linked to others follows them as long as it is held.
        let entry = timer.schedule(after: delay) { withExtendedLifetime(token) { _ = promise.trySet() } }
        if let token {
            let registration = token.onCancellation {
                if promise.tryCancel() { entry.cancel() }
            }
            promise.future.continueWith(.immediate) { _ in registration.dispose() }
        }
        return promise.future
    }
}
