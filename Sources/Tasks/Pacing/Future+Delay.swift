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

/// The future of a delay. It stops its timer when its token is canceled.
// `@unchecked`: the only added property, `work`, is a lock around its state. The rest is proved at `FutureStorage`.
final class DelayStorage: FutureStorage<Void>, TokenFollower, @unchecked Sendable {
    private struct Work: Sendable {
        var timer: FutureTimerEntry?
        var stop: Stop?
        var isOver = false
    }

    /// The observer that stops the timer, and the source at which the observer is registered. The source is held because there may be no
    /// other reference to it, and a linked source follows its tokens only while it is alive.
    private struct Stop: Sendable {
        let source: CancellationTokenSource
        let observer: CancellationObserver
        let serial: UInt64?
    }

    private let work = Locked(Work())

    /// Keeps the timer, the token and the observer that stops the timer until the delay is over.
    func keep(_ timer: FutureTimerEntry, _ token: CancellationToken?) {
        let stop = token.map { token in
            let observer = CancellationObserver(.tell(self))
            return Stop(source: token.source, observer: observer, serial: token.source.register(observer))
        }
        let isOver = work.withLock { work in
            if !work.isOver { (work.timer, work.stop) = (timer, stop) }
            return work.isOver
        }
        if isOver { end(Work(timer: timer, stop: stop)) }
    }

    func tokenWasCancelled() { finish(.cancelled) }

    /// Settles the future and releases what `keep` stored. Stopping the timer releases the owner of the future, so the future settles first.
    func finish(_ outcome: Outcome<Void>) {
        _ = trySettle(outcome)
        release()
    }

    override func breakPromise(_ reason: BrokenPromise.Reason) {
        super.breakPromise(reason)
        release()
    }

    private func release() {
        let work = work.withLock { work in
            defer { work = Work(isOver: true) }
            return work
        }
        end(work)
    }

    private func end(_ work: Work) {
        work.timer?.cancel()
        if let stop = work.stop { stop.source.remove(stop.observer, serial: stop.serial) }
    }
}
