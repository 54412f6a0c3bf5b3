/// Whether a workflow is executing, finished or canceled.
///
/// At the end, a workflow is finished before it stops executing, so for a moment it is both. A canceled workflow is finished only when the
/// step that was running has ended.
public struct WorkflowStatus: Sendable, Hashable {
    /// Whether the workflow has started and not yet ended.
    public internal(set) var isExecuting = false
    /// Whether no step is running or will run.
    public internal(set) var isFinished = false
    /// Whether the workflow has been canceled.
    public internal(set) var isCancelled = false

    /// Creates the status of a workflow that has not been started.
    public init() {}
}

/// The progress of a workflow.
public struct WorkflowProgress: Sendable, Hashable {
    /// The number of steps that have ended.
    public let finishedSteps: Int
    /// The current number of steps; more may be added.
    public let steps: Int
    /// The progress reported by the running step, from 0 to 1.
    public let stepFraction: Double

    /// The progress from 0 to 1; all steps count the same.
    public var fraction: Double {
        steps == 0 ? 1 : (Double(finishedSteps) + stepFraction) / Double(steps)
    }
}

/// The start or end of a step. A step that ends canceled has no event for its end, because the observers of the workflow are removed
/// first.
public struct WorkflowStepEvent: Sendable {
    /// The kinds of event.
    public enum Kind: Sendable {
        /// The step is starting; its executor may still delay it.
        case started
        /// The step has succeeded with this content.
        case finished(WorkflowContent)
        /// The step has failed, and the workflow with it.
        case failed(any Error)
    }

    /// The step.
    public let step: WorkflowStepID
    /// What happened to the step.
    public let kind: Kind
}
