/// The future of a task: settled by it, and able to lend it the priority of who waits.
final class AsyncStorage<Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass; what is added is locked.
    private struct Work: Sendable {
        var task: Task<Void, Never>?
        var registration: CancellationTokenRegistration?
        /// Nobody else may hold it, and one that is linked to others follows them as long as it is held.
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

    /// Keeps the task, and what cancels it, until it is over; it may be already.
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

    /// The task is over.
    func finish(_ outcome: Outcome<Value>) {
        let work = work.withLock { work in
            defer { work = Work(isOver: true) }
            return work
        }
        work.registration?.dispose()
        _ = trySettle(outcome)
    }
}
