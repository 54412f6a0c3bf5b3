import Tasks
import Workflows

extension Workflow {
    /// Starts the workflow and returns a value of its final content.
    ///
    /// - Parameters:
    ///   - token: Cancels the future at once, and the workflow.
    ///   - value: Reads the value from the content.
    func answer<Value: Sendable>(
        token: CancellationToken?, _ value: @escaping @Sendable (WorkflowContent) -> Value?
    ) -> Future<Value> {
        let promise = Promise<Value>()
        let registration = token?.onCancellation {
            promise.tryCancel()
            self.cancel()
        }
        start().continueWith(.immediate) { end in
            registration?.dispose()
            switch end.outcome {
            case .success(let content):
                guard let value = value(content) else { return }
                promise.trySet(value)
            case .failure(let error): promise.trySet(error: error)
            case .cancelled, nil: promise.tryCancel()
            }
        }
        return promise.future
    }
}
