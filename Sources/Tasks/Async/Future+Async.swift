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
