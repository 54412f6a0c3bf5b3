public import Tasks

/// One step of a workflow: a name, where it runs, and how it makes the content of the next step out of its own.
///
/// A step is a recipe without state: it may be added to any number of workflows, and as often as you like. The usual kinds
/// are made by the static functions: closures, futures, async code, ``content(_:on:body:)``,
/// ``loadFile(_:from:options:on:)``, ``saveFile(_:to:on:)`` and ``parseJSON(_:allowsFragments:limits:from:to:on:)``.
public struct WorkflowStep: Sendable {
    typealias Body = @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>

    /// What observers and errors call it.
    public let name: String

    /// Where it runs; `nil` is the queue that all workflows share, which runs any number of steps at a time.
    public let executor: FutureExecutor?

    let body: Body

    /// A step of a kind of your own.
    ///
    /// - Parameters:
    ///   - name: What observers and errors call it.
    ///   - executor: Where `body` is called; `nil` is the queue that all workflows share.
    ///   - body: Gets the content the step before has left, and what it needs to know about this run. The workflow goes on
    ///     with the content its future ends with; it fails if `body` throws or the future fails, and is cancelled if it is.
    public init(
        _ name: String, on executor: FutureExecutor? = nil,
        body: @escaping @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>
    ) {
        self.name = name
        self.executor = executor
        self.body = body
    }
}

/// One step being run: how it learns that it is to stop, and how it tells how far it is.
public struct WorkflowStepRun: Sendable {
    /// Cancelled when the workflow is. The step ends when it ends: it should look now and then.
    public let token: CancellationToken

    /// The workflow that runs the step.
    public let workflow: Workflow

    let id: WorkflowStepID

    /// Tells the progress observers how far the step is.
    ///
    /// - Parameter fraction: From 0 to 1; anything else is taken as the nearer of them.
    public func report(_ fraction: Double) {
        workflow.report(fraction, of: id)
    }

    /// Leaves `content` as that of the workflow, also if the step is about to fail.
    public func keep(_ content: WorkflowContent) {
        workflow.keep(content, of: id)
    }
}

/// The place of a step in one workflow, to insert others next to it.
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

    /// Whether they are the same place; the names do not matter.
    public static func == (left: WorkflowStepID, right: WorkflowStepID) -> Bool {
        left.workflow === right.workflow && left.number == right.number
    }

    /// Feeds the identity of the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(workflow))
        hasher.combine(number)
    }
}

/// What tells the steps of one workflow from those of others.
final class WorkflowIdentity: Sendable {}
