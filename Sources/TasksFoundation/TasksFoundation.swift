public import Foundation
public import Tasks

extension FutureExecutor {
    /// Runs continuations as operations of `queue`, always asynchronously.
    ///
    /// The queue's settings apply to continuations as to any other operation: `maxConcurrentOperationCount`, `isSuspended`,
    /// `qualityOfService`. Canceling an operation before it runs also drops its continuation, whose future then fails, so use a
    /// `CancellationToken` instead of `cancelAllOperations()`.
    public static func operationQueue(_ queue: OperationQueue) -> FutureExecutor {
        custom("operationQueue(\(queue.name ?? "unnamed"))") { job in queue.addOperation(job) }
    }
}
