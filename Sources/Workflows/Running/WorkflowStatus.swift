/// Whether a workflow runs, has ended, and has been cancelled.
///
/// At the end it is finished before it stops executing: for a moment it is both. One that was cancelled counts as finished
/// only when the step that was running has ended.
public struct WorkflowStatus: Sendable, Hashable {
    /// From the start to the end.
    public internal(set) var isExecuting = false
    /// Nothing of it runs or will run.
    public internal(set) var isFinished = false
    /// Somebody has given it up.
    public internal(set) var isCancelled = false

    /// That of a workflow that has not been started.
    public init() {}
}

/// How far a workflow is.
public struct WorkflowProgress: Sendable, Hashable {
    /// Steps that have ended.
    public let finishedSteps: Int
    /// All its steps, as of now: more may be added.
    public let steps: Int
    /// How far the running step says it is, from 0 to 1.
    public let stepFraction: Double

    /// From 0 to 1; every step counts the same.
    public var fraction: Double {
        steps == 0 ? 1 : (Double(finishedSteps) + stepFraction) / Double(steps)
    }
}

/// What has become of one step. Nobody is told of a step that ends cancelled: observers are gone by then.
public struct WorkflowStepEvent: Sendable {
    /// What may become of a step.
    public enum Kind: Sendable {
        /// It is its turn. Its executor may still let it wait.
        case started
        /// It has left this content.
        case finished(WorkflowContent)
        /// It has failed, and the workflow with it.
        case failed(any Error)
    }

    /// Which step.
    public let step: WorkflowStepID
    /// What has become of it.
    public let kind: Kind
}
