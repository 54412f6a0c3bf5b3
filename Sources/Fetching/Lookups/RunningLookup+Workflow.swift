import Pages
import Tasks
import Workflows

extension RunningLookup {
    /// Runs the workflow of a lookup, informs the observer about its steps, and cancels it when the lookup ends.
    ///
    /// - Parameters:
    ///   - workflow: The workflow, which has not been started.
    ///   - more: The names of steps that come after those of the workflow.
    ///   - atEnd: Receives the content of the last step, or the failure of a step. Not called if the lookup has ended before.
    func run(
        _ workflow: Workflow, more: [String] = [], atEnd: @escaping @Sendable (Result<WorkflowContent, FetchFailure>) -> Void
    ) {
        if observer != nil {
            tell(.planned(workflow.steps.map(\.name) + more))
            workflow.onStep(on: .immediate) { _, event in
                switch event.kind {
                case .started: self.tell(.started(step: event.step.name))
                case .finished: self.tell(.finished(step: event.step.name))
                case .failed: self.tell(.failed(step: event.step.name))
                }
            }
        }
        token.onCancellation { workflow.cancel() }
        workflow.start().continueWith(.immediate) { end in
            switch end.outcome {
            case .success(let content): atEnd(.success(content))
            case .failure(let failure as FetchFailure): atEnd(.failure(failure))
            case .failure(let error): atEnd(.failure(FetchFailure(.brokenOff(host: workflow.identifier ?? "", reason: "\(error)"))))
            // A step was cancelled by itself. No more results come, so the lookup ends as stopped.
            case .cancelled, nil: self.end(.stopped)
            }
        }
    }
}
