public import Tasks

/// Steps that run one after the other and hand a content on, each where it says.
///
///     let workflow = Workflow([
///         .loadFile(from: file),
///         .parseJSON(),
///         .closure("names") { (json: JSONValue?) in names(in: json) },
///     ])
///     workflow.onSuccess { (_, names: [String]?) in show(names) }
///     workflow.onFailure { _, error in complain(error) }
///     workflow.start()
///
/// A workflow runs once. To run it again, ``copy()`` it. It keeps itself alive while it runs.
///
/// The rules are those of BkTask, less its defects: a copy keeps its order, a save that fails is a failure, nothing waits
/// for the main thread, and an observer that comes after the end is told at once.
public final class Workflow: Sendable {
    let state: Locked<WorkflowState>
    private let promise = Promise<WorkflowContent>()

    /// A workflow of these steps.
    ///
    /// - Parameters:
    ///   - steps: In the order they run.
    ///   - identifier: For you to tell it from others; a copy does not get it.
    public init(_ steps: [WorkflowStep] = [], identifier: String? = nil) {
        state = Locked(WorkflowState(steps: steps, identifier: identifier))
    }

    deinit {
        // Never started: nobody is left who could.
        promise.tryCancel()
    }

    // MARK: Reading

    /// For you to tell it from others.
    public var identifier: String? {
        get { state.withLock { $0.identifier } }
        set { state.withLock { $0.identifier = newValue } }
    }

    /// All that is to be known about its run, at one moment.
    public var status: WorkflowStatus { state.withLock { $0.status } }

    /// Whether it has been started and has not ended.
    public var isExecuting: Bool { status.isExecuting }

    /// Whether it has ended, in whatever way.
    public var isFinished: Bool { status.isFinished }

    /// Whether it has been cancelled, before or after it ended.
    public var isCancelled: Bool { status.isCancelled }

    /// The content of the last step that ran, or that the running one began with; `nil` before the start.
    public var content: WorkflowContent? { state.withLock { $0.content } }

    /// A future that ends as the workflow, with its last content.
    public var completion: Future<WorkflowContent> { promise.future }

    // MARK: Running

    /// Runs the steps. Stops the program if it has been started before: a workflow runs once.
    ///
    /// If it has been cancelled before, it finishes at once and runs nothing. Without steps it succeeds at once.
    @discardableResult
    public func start(file: StaticString = #fileID, line: UInt = #line) -> Future<WorkflowContent> {
        guard state.withLock({ $0.start() }) else {
            // The contract: two starts of one workflow are a mistake of whoever shares it.
            preconditionFailure("this workflow has been started before; start a copy", file: file, line: line)
        }
        tellStatus()
        advance()
        return completion
    }

    /// Runs the steps and waits for the end; cancelling the Swift task cancels the workflow.
    ///
    /// Throws what a step failed with, or `CancellationError`. As ``start(file:line:)``, it stops the program if it has been
    /// started before.
    public func run(file: StaticString = #fileID, line: UInt = #line) async throws -> WorkflowContent {
        let completion = start(file: file, line: line)
        return try await withTaskCancellationHandler {
            try await completion.value
        } onCancel: {
            self.cancel()
        }
    }

    /// Gives it up: the running step is told to stop, no other will run, and no observer will be called.
    ///
    /// What the observers held is let go of before this returns. The workflow is finished when the step that runs has ended,
    /// or when it is started, if it has not been. After the end this only sets the flag.
    public func cancel() {
        carryOut(state.withLock { $0.cancel() })
    }

    /// A workflow with the same steps in the same order and the observers that are still waiting, ready to run.
    public func copy() -> Workflow {
        let (steps, observers) = state.withLock { state in
            (state.steps.map(\.step), state.observers.filter(\.kind.isCopied))
        }
        let copy = Workflow(steps)
        for observer in observers { copy.state.withLock { _ = $0.observe(observer.copy()) } }
        return copy
    }

    /// Runs steps until one is still running, or none is left.
    private func advance() {
        while case .run(let entry, let content, let token, let observers) = state.withLock({ $0.advance() }) {
            tell(WorkflowStepEvent(step: entry.id, kind: .started), observers)
            let end = begin(entry, content, token)
            guard let outcome = end.outcome else {
                end.continueWith(.immediate) { future in
                    // A continuation only runs once there is an outcome.
                    if self.stepEnded(entry.id, future.outcome ?? .cancelled, token) { self.advance() } else { self.finish() }
                }
                return
            }
            guard stepEnded(entry.id, outcome, token) else { break }
        }
        finish()
    }

    /// Has a step run where it belongs; where that is anywhere, it is run here and now.
    private func begin(
        _ entry: WorkflowState.Entry, _ content: WorkflowContent, _ token: CancellationToken
    ) -> Future<WorkflowContent> {
        let run = WorkflowStepRun(token: token, workflow: self, id: entry.id)
        let executor = entry.step.executor ?? .sharedWorkflowQueue
        let end = executor.runAtOnce {
            if token.isCancellationRequested { return Future<WorkflowContent>.cancelled() }
            do { return try entry.step.body(content, run) } catch { return Future(error: error) }
        }
        return end ?? .unwrapping(executor: executor, token: token) { try entry.step.body(content, run) }
    }

    /// Answers whether there is more to run.
    private func stepEnded(_ id: WorkflowStepID, _ outcome: Outcome<WorkflowContent>, _ token: CancellationToken) -> Bool {
        let answer = state.withLock { $0.stepEnded(id, token.isCancellationRequested ? .cancelled : outcome) }
        if let event = answer.event { tell(event, answer.observers) }
        if let progress = answer.progress { tell(progress, answer.observers) }
        carryOut(answer.dropped)
        return answer.goesOn
    }

    private func finish() {
        state.withLock { $0.finish() }
        tellStatus()
        let (observers, outcome, status) = state.withLock { ($0.close(), $0.outcome ?? .cancelled, $0.status) }
        for observer in observers where observer.kind == .status { observer.tell(.status(status), of: self) }
        for observer in observers where observer.kind == .end { observer.tell(.end, of: self) }
        for observer in observers { observer.tellEnd(outcome, of: self) }
        promise.trySet(outcome: outcome)
    }

    private func carryOut(_ answer: WorkflowState.CancelAnswer) {
        for observer in answer.observers { observer.disarm() }
        if answer.isNews { tellStatus() }
        answer.running?.cancel()
    }
}

extension Workflow: CustomStringConvertible {
    /// Its identifier, its steps, and how far it is.
    public var description: String {
        let (status, steps, identifier) = state.withLock { ($0.status, $0.steps.map(\.step.name), $0.identifier) }
        let phase =
            switch status {
            case _ where status.isCancelled: "cancelled"
            case _ where status.isFinished: "finished"
            case _ where status.isExecuting: "executing"
            default: "ready"
            }
        return "Workflow\(identifier.map { " “\($0)”" } ?? ""): \(phase), \(steps.joined(separator: " → "))"
    }
}
