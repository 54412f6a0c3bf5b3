public import Foundation
public import Tasks

extension FutureExecutor {
    /// As an operation of `queue`, which decides when and how many run at a time; adding one never waits.
    ///
    /// The queue's rules hold for continuations as for any other operation: `maxConcurrentOperationCount`, `isSuspended`,
    /// `qualityOfService`. An operation that is cancelled on the queue before it ran takes its continuation with it, so give
    /// up by a `CancellationToken` instead of `cancelAllOperations()`.
    public static func operationQueue(_ queue: OperationQueue) -> FutureExecutor {
        custom("operationQueue(\(queue.name ?? "unnamed"))") { job in queue.addOperation(job) }
    }
}
