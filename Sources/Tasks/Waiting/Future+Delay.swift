extension Future where Value == Void {
    /// Returns a future that succeeds after `delay`; at once if the delay is zero or negative.
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - token: Cancelling it cancels the future and stops the timer at once. (Bolts-ObjC notices only when the delay is
    ///     over.)
    ///   - timer: The timer that measures the delay.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func withDelay(
        _ delay: Duration, token: CancellationToken? = nil, timer: any FutureTimer = .dispatch,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        if let token, token.isCancellationRequested { return .cancelled() }
        if delay <= .zero { return Future() }
        let promise = Promise<Void>(file: file, line: line, function: function)
        // Keeps the token alive. There may be no other reference to it, and a linked token follows its sources only while it is alive.
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
