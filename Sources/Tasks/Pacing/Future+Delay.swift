extension Future where Value == Void {
    /// Returns a future that succeeds after `delay`; at once if the delay is zero or negative.
    ///
    /// - Parameters:
    ///   - delay: How long to wait.
    ///   - token: Canceling it cancels the future and stops the timer at once. (Bolts-ObjC notices only when the delay is
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
        let storage = DelayStorage()
        storage.note(RawPlace(file, line, function))
        // If the timer drops its action, the owner fails the future.
        let owner = PromiseOwner(storage)
        let entry = timer.schedule(after: delay) { (owner.cell as? DelayStorage)?.finish(.success(())) }
        storage.keep(entry, token)
        return Future(storage: storage)
    }
}
