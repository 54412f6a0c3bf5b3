import Synchronization

extension Future {
    /// A future with what an async closure returns, run in a task of its own.
    ///
    ///     let page = Future<Page>.async(token: source.token) { try await load() }
    ///
    /// - Parameters:
    ///   - priority: The task's priority; by default the caller's.
    ///   - token: Its cancellation cancels the task. The future settles when the closure ends, which decides how.
    ///   - body: What it throws fails the future; a `CancellationError` cancels it.
    public static func async(
        priority: TaskPriority? = nil, token: CancellationToken? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Future<Value> {
        if let token, token.isCancellationRequested { return .cancelled() }
        let promise = Promise<Value>()
        let task = Task(priority: priority) {
            do {
                promise.trySet(try await body())
            } catch {
                promise.trySet(error: error)
            }
        }
        if let token {
            let registration = token.onCancellation { task.cancel() }
            promise.future.continueWith(.immediate) { _ in registration.dispose() }
        }
        return promise.future
    }

    /// A future that ends as a Swift task does.
    ///
    /// - Parameters:
    ///   - task: The task to wait for.
    ///   - token: Its cancellation cancels the task.
    public static func async(_ task: Task<Value, any Error>, token: CancellationToken? = nil) -> Future<Value> {
        async(token: token) {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}
