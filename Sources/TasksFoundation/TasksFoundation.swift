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

/// Bridges several errors to the `NSError` that Bolts for Objective-C reports.
extension AggregateError: CustomNSError {
    /// The key of the list of errors in `errorUserInfo`: `errors`.
    public static var errorsKey: String { "errors" }

    /// The error domain of Bolts: `bolts`.
    public static var errorDomain: String { "bolts" }

    /// The code that Bolts uses for several errors: 80175001.
    public var errorCode: Int { 80_175_001 }

    /// The errors under `errors`, in the order of the input futures, and a description that names each.
    public var errorUserInfo: [String: Any] {
        [Self.errorsKey: errors, NSLocalizedDescriptionKey: description]
    }
}
