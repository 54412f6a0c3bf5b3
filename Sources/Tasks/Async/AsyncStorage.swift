/// The future of a Swift task, settled by that task. A waiter with a higher priority lends its priority to the task.
// `@unchecked`: the only added property, `work`, is a lock around its state. The rest is proved at `FutureStorage`.
final class AsyncStorage<Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    private struct Work: Sendable {
        var task: Task<Void, Never>?
        var registration: CancellationTokenRegistration?
        /// The cancellation token. It is stored because there may be no other reference to it, and a linked token follows its
        /// sources only while it is alive.
        var token: CancellationToken?
        var isOver = false
    }

    private let work = Locked(Work())

    @usableFromInline override var escalates: Bool { true }

    override func escalate(to priority: TaskPriority) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let task = work.withLock { $0.task }
        task?.escalatePriority(to: priority)
    }

    /// Keeps the task, its token and the registration that cancels it until `finish` is called. If the task has already
    /// finished, nothing is kept.
    func keep(_ task: Task<Void, Never>, _ token: CancellationToken?) {
        let registration = token?.onCancellation { task.cancel() }
        let isOver = work.withLock { work in
            if !work.isOver {
                work.task = task
                work.registration = registration
                work.token = token
            }
            return work.isOver
        }
        if isOver { registration?.dispose() }
    }

    /// Settles the future with the task's outcome and releases what `keep` stored.
    func finish(_ outcome: Outcome<Value>) {
        let work = work.withLock { work in
            defer { work = Work(isOver: true) }
            return work
        }
        work.registration?.dispose()
        _ = trySettle(outcome)
    }
}
