extension Future {
    /// A future with what an async closure returns, run in a task of its own.
    ///
    ///     let page = Future<Page>.async(token: source.token) { try await load() }
    ///
    /// - Parameters:
    ///   - priority: The task's priority; by default the caller's. A task that awaits this very future and has a higher one
    ///     lends it, where the system can do that (macOS 26, Linux).
    ///   - token: Its cancellation cancels the task. The future settles when the closure ends, which decides how.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    ///   - body: What it throws fails the future; a `CancellationError` cancels it.
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

    /// A future that ends as a Swift task does.
    ///
    /// - Parameters:
    ///   - task: The task to wait for.
    ///   - token: Its cancellation cancels the task.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func async<Failure: Error>(
        _ task: Task<Value, Failure>, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        async(token: token, file: file, line: line, function: function) {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}
