/// The future of a delay. It stops its timer when its token is cancelled.
// `@unchecked`: the only added property, `work`, is a lock around its state. The rest is proved at `FutureStorage`.
final class DelayStorage: FutureStorage<Void>, @unchecked Sendable {
    private struct Work: Sendable {
        var timer: FutureTimerEntry?
        var registration: CancellationTokenRegistration?
        /// The cancellation token. It is stored because there may be no other reference to it, and a linked token follows its
        /// sources only while it is alive.
        var token: CancellationToken?
        var isOver = false
    }

    private let work = Locked(Work())

    /// Keeps the timer, the token and the registration that stops the timer until the delay is over.
    func keep(_ timer: FutureTimerEntry, _ token: CancellationToken?) {
        let registration = token?.onCancellation { self.finish(.cancelled) }
        let isOver = work.withLock { work in
            if !work.isOver { (work.timer, work.registration, work.token) = (timer, registration, token) }
            return work.isOver
        }
        if isOver { end(Work(timer: timer, registration: registration)) }
    }

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
        work.registration?.dispose()
    }
}
