extension Future {
    /// Runs an async closure in a task of its own and returns a future of its result.
    ///
    ///     let page = Future<Page>.async(token: source.token) { try await load() }
    ///
    /// - Parameters:
    ///   - priority: The priority of the new task; by default the caller's. When a task with a higher priority awaits the
    ///     returned future, the new task gets that priority (on macOS 26 and Linux).
    ///   - token: Canceling it cancels the task. The future settles only when the closure ends, with the outcome of the
    ///     closure.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: The work. An error it throws fails the future; a `CancellationError` cancels it.
    public static func async(
        priority: TaskPriority? = nil, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Future<Value> {
        if let token, token.isCancellationRequested { return .cancelled() }
        let storage = AsyncStorage<Value>()
        storage.note(RawPlace(file, line, function))
        let task = Task(priority: priority) {
            do {
                storage.finish(.success(try await body()))
            } catch {
                storage.finish(Outcome(thrown: error))
            }
        }
        storage.keep(task, token)
        return Future(storage: storage)
    }

    /// Returns a future that ends the way a Swift task ends.
    ///
    /// - Parameters:
    ///   - task: The task to wait for.
    ///   - token: Canceling it cancels the task.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func async<Failure: Error>(
        _ task: Task<Value, Failure>, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        if let token, token.isCancellationRequested { task.cancel() }
        return async(token: token, file: file, line: line, function: function) {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}

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
