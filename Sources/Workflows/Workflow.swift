import Dispatch
public import Tasks

/// Steps that run one after the other, each on its own executor, and pass content from one to the next.
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
/// The rules are those of BkTask, with its defects corrected: a copy keeps the order of its steps, a failed save is a
/// failure, no step waits for the main thread, and an observer added after the end is called at once.
public final class Workflow: Sendable {
    let state: Locked<WorkflowState>
    private let promise = Promise<WorkflowContent>()

    /// Creates a workflow from steps.
    ///
    /// - Parameters:
    ///   - steps: The steps, in the order they run.
    ///   - identifier: A name of your choice to recognize the workflow; copies do not inherit it.
    public init(_ steps: [WorkflowStep] = [], identifier: String? = nil) {
        state = Locked(WorkflowState(steps: steps, identifier: identifier))
    }

    deinit {
        // If the workflow was never started, nothing can start it any more. If it has ended, its future has settled, and this does nothing.
        // (A running workflow keeps itself alive.)
        promise.tryCancel()
    }

    // MARK: Reading

    /// A name of your choice to recognize the workflow.
    public var identifier: String? {
        get { state.withLock { $0.identifier } }
        set { state.withLock { $0.identifier = newValue } }
    }

    /// The state of the workflow's run, as one consistent value.
    public var status: WorkflowStatus { state.withLock { $0.status } }

    /// Whether the workflow has been started and has not ended.
    public var isExecuting: Bool { status.isExecuting }

    /// Whether the workflow has ended, whatever its outcome.
    public var isFinished: Bool { status.isFinished }

    /// Whether the workflow has been canceled, before or after it ended.
    public var isCancelled: Bool { status.isCancelled }

    /// The content of the last step that succeeded, which is the input of the running step, or the content that a step has stored with
    /// ``WorkflowStepRun/keep(_:)``. It is `nil` before the first step starts.
    public var content: WorkflowContent? { state.withLock { $0.content } }

    /// A future that ends like the workflow; its value is the final content.
    public var completion: Future<WorkflowContent> { promise.future }

    // MARK: Running

    /// Runs the steps. Traps if the workflow has been started before: a workflow runs once.
    ///
    /// A workflow that has already been canceled finishes at once and runs no step. A workflow without steps succeeds at once.
    @discardableResult
    public func start(file: StaticString = #fileID, line: UInt = #line) -> Future<WorkflowContent> {
        guard state.withLock({ $0.start() }) else {
            // `start` is documented to trap. Continuing would run the steps twice.
            fatalError("this workflow has been started before; start a copy", file: file, line: line)
        }
        tellStatus()
        advance()
        return completion
    }

    /// Runs the steps and waits for the end. Canceling the Swift task cancels the workflow; this method returns when the running step has
    /// ended.
    ///
    /// Throws the error of the failed step, or `CancellationError`. Like ``start(file:line:)``, it traps if the workflow has been
    /// started before.
    public func run(file: StaticString = #fileID, line: UInt = #line) async throws -> WorkflowContent {
        let completion = start(file: file, line: line)
        return try await withTaskCancellationHandler {
            // Awaiting the value would end as soon as the task is canceled.
            await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
                completion.continueWith(.immediate) { _ in waiting.resume() }
            }
            return try await completion.value
        } onCancel: {
            self.cancel()
        }
    }

    /// Cancels the workflow: the running step is told to stop, no other step runs, and the observers of its result are not called.
    ///
    /// The observers are released before this method returns. A running workflow is finished when its running step has ended. A workflow
    /// that has not been started is finished when it is started. After the end, this method sets ``isCancelled`` and releases the observers
    /// that have not been called yet.
    public func cancel() {
        carryOut(state.withLock { $0.cancel() })
    }

    /// Returns a new workflow with the same steps in the same order, and with the current observers except status observers.
    ///
    /// When a workflow ends or is canceled, it releases its observers, so a copy made afterwards has none.
    public func copy() -> Workflow {
        let (steps, observers) = state.withLock { state in
            (state.steps.map(\.step), state.observers.filter(\.kind.isCopied))
        }
        let copy = Workflow(steps)
        for observer in observers { copy.state.withLock { _ = $0.observe(observer.copy()) } }
        return copy
    }

    /// Runs steps until a step does not end at once or no step is left.
    private func advance() {
        while let (entry, content, token, observers) = state.withLock({ $0.advance() }) {
            tell(.step(WorkflowStepEvent(step: entry.id, kind: .started)), to: .step, among: observers)
            let end = begin(entry, content, token)
            guard let outcome = end.outcome else {
                end.continueWith(.immediate) { future in
                    // A continuation runs only after its future has settled, so there is an outcome.
                    if self.stepEnded(entry.id, future.outcome ?? .cancelled, token) { self.advance() } else { self.finish() }
                }
                return
            }
            guard stepEnded(entry.id, outcome, token) else { break }
        }
        finish()
    }

    /// Starts a step on its executor; runs it at once if the executor allows any thread.
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

    /// Handles the end of a step; returns whether another step may run.
    private func stepEnded(_ id: WorkflowStepID, _ outcome: Outcome<WorkflowContent>, _ token: CancellationToken) -> Bool {
        let answer = state.withLock { $0.stepEnded(id, token.isCancellationRequested ? .cancelled : outcome) }
        if let event = answer.event { tell(.step(event), to: .step, among: answer.observers) }
        if let progress = answer.progress { tell(.progress(progress), to: .progress, among: answer.observers) }
        carryOut(answer.dropped)
        return answer.goesOn
    }

    private func finish() {
        state.withLock { $0.finish() }
        tellStatus()
        let (observers, outcome, status) = state.withLock { ($0.close(), $0.outcome ?? .cancelled, $0.status) }
        tell(.status(status), to: .status, among: observers)
        tell(.end, to: .end, among: observers)
        withObservers(observers) { $0.tellEnd(outcome, of: self) }
        promise.trySet(outcome: outcome)
    }

    private func carryOut(_ answer: WorkflowState.CancelAnswer) {
        for observer in answer.observers { observer.disarm() }
        if answer.isNews { tellStatus() }
        answer.running?.cancel()
    }
}

extension Workflow: CustomStringConvertible {
    /// The identifier, the phase and the steps.
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

extension Workflow {
    /// The steps, in the order they run.
    public var steps: [WorkflowStepID] { state.withLock { $0.steps.map(\.id) } }

    /// Adds a step at the end; while the last step is running, the new step runs next.
    @discardableResult
    public func add(_ step: WorkflowStep) -> WorkflowStepID {
        state.withLock { $0.append(step) }
    }

    /// Inserts a step after another step, which may be running; `nil` inserts it as the first step.
    ///
    /// Traps if `neighbor` is a step of another workflow, or if the new step would come before a step that is running or has run.
    @discardableResult
    public func insert(
        _ step: WorkflowStep, after neighbor: WorkflowStepID?, file: StaticString = #fileID, line: UInt = #line
    ) -> WorkflowStepID {
        inserted(state.withLock { $0.insert(step, after: neighbor) }, file: file, line: line)
    }

    /// Inserts a step before another step; `nil` inserts it as the last step.
    ///
    /// Traps if `neighbor` is a step of another workflow, is running or has run.
    @discardableResult
    public func insert(
        _ step: WorkflowStep, before neighbor: WorkflowStepID?, file: StaticString = #fileID, line: UInt = #line
    ) -> WorkflowStepID {
        inserted(state.withLock { $0.insert(step, before: neighbor) }, file: file, line: line)
    }

    private func inserted(_ answer: WorkflowState.InsertAnswer, file: StaticString, line: UInt) -> WorkflowStepID {
        switch answer {
        case .inserted(let id): id
        // `insert` is documented to trap. Continuing would run the steps in an order that was not intended.
        case .foreign: fatalError("the neighbor is a step of another workflow", file: file, line: line)
        case .tooLate: fatalError("a step cannot come before one that runs or has run", file: file, line: line)
        }
    }
}

extension FutureExecutor {
    /// The queue of all steps without an executor. It is concurrent, so that one workflow may wait for another.
    static let sharedWorkflowQueue = FutureExecutor.queue(DispatchQueue(label: "workflows", attributes: .concurrent))
}
