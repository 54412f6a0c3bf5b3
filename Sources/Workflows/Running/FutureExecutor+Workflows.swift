internal import Dispatch
internal import Tasks

extension FutureExecutor {
    /// The queue of all steps without an executor. It is concurrent, so that one workflow may wait for another.
    static let sharedWorkflowQueue = FutureExecutor.queue(DispatchQueue(label: "workflows", attributes: .concurrent))
}
