public import Tasks

/// A step of a workflow: a name, an executor, and a function from its input content to the content of the next step.
///
/// A step is a recipe without state: you may add it to any number of workflows, and several times to the same workflow. The static
/// functions create the built-in kinds: closures, futures, async code, ``content(_:on:body:)``, ``loadFile(_:from:options:on:)``,
/// ``saveFile(_:to:on:)`` and ``parseJSON(_:allowsFragments:limits:from:to:on:)``.
public struct WorkflowStep: Sendable {
    typealias Body = @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>

    /// The step's name in events and errors.
    public let name: String

    /// Where it runs; `nil` is the queue that all workflows share, which runs any number of steps in parallel.
    public let executor: FutureExecutor?

    let body: Body

    /// Creates a custom step.
    ///
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - executor: Where `body` is called; `nil` is the queue that all workflows share.
    ///   - body: Receives the content of the previous step and information about this run. The workflow continues with the content of the
    ///     returned future. The workflow fails if `body` throws or the future fails. It is canceled if `body` throws a `CancellationError`
    ///     or the future is canceled.
    public init(
        _ name: String, on executor: FutureExecutor? = nil,
        body: @escaping @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>
    ) {
        self.name = name
        self.executor = executor
        self.body = body
    }
}

/// One run of a step. The step uses it to check for cancellation and to report its progress.
public struct WorkflowStepRun: Sendable {
    /// The token that is canceled with the workflow. The step must check the token, because a canceled workflow still waits for its
    /// running step.
    public let token: CancellationToken

    /// The workflow that runs the step.
    public let workflow: Workflow

    let id: WorkflowStepID

    /// Reports the step's progress to the progress observers.
    ///
    /// - Parameter fraction: From 0 to 1; other values are clamped.
    public func report(_ fraction: Double) {
        workflow.report(fraction, of: id)
    }

    /// Stores `content` as the content of the workflow, even if the step fails afterwards. So a step can both leave a value and fail: for
    /// example, an HTTP error leaves the body of its response.
    public func keep(_ content: WorkflowContent) {
        workflow.keep(content, of: id)
    }
}

/// Identifies a step of a workflow, so that other steps can be inserted next to it.
public struct WorkflowStepID: Sendable, Hashable {
    private let workflow: WorkflowIdentity
    private let number: Int

    /// The name of the step.
    public let name: String

    init(name: String, number: Int, workflow: WorkflowIdentity) {
        self.name = name
        self.number = number
        self.workflow = workflow
    }

    /// Returns whether both identify the same step; the names do not matter.
    public static func == (left: WorkflowStepID, right: WorkflowStepID) -> Bool {
        left.workflow === right.workflow && left.number == right.number
    }

    /// Hashes the identity of the step.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(workflow))
        hasher.combine(number)
    }
}

/// The identity of a workflow, which distinguishes its steps from those of other workflows.
final class WorkflowIdentity: Sendable {}
