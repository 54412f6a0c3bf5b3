import Tasks

/// Runs blocking code on its own thread, because the concurrency pool that all tests share has few threads.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try WorkerThread("test").run { continuation.resume(with: Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
