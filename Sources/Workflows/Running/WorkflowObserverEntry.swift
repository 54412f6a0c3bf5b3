internal import Tasks

/// The news that a workflow passes to its observers.
enum WorkflowNews: Sendable {
    case status(WorkflowStatus)
    case step(WorkflowStepEvent)
    case progress(WorkflowProgress)
    case success(WorkflowContent)
    case failure(any Error)
    case end
}

/// An observer of a workflow: what it observes, where it is called, and its target.
final class WorkflowObserverEntry: Sendable {
    typealias Action = @Sendable (Workflow, WorkflowNews) -> Void

    enum Kind: Sendable {
        case status, step, progress, success, failure, end

        /// Whether cancelling the workflow drops the observer. Status and end observers stay, and are notified when the cancelled workflow
        /// ends.
        var isDroppedByCancelling: Bool { self != .status && self != .end }
        /// Whether a copy of the workflow gets the observer. Status and end observers belong to one workflow only.
        var isCopied: Bool { isDroppedByCancelling }
        var isToldOnce: Bool { self == .success || self == .failure || self == .end }
    }

    /// The object by which observers are removed. Not kept alive.
    // `@unchecked`: the reference is immutable, and the object is only compared by identity.
    struct Target: @unchecked Sendable {
        weak let object: AnyObject?
    }

    let kind: Kind
    private let target: Target
    private let executor: FutureExecutor
    private let action: Locked<Action?>

    init(_ kind: Kind, target: Target, on executor: FutureExecutor, _ action: Action?) {
        self.kind = kind
        self.target = target
        self.executor = executor
        self.action = Locked(action)
    }

    func copy() -> WorkflowObserverEntry {
        WorkflowObserverEntry(kind, target: target, on: executor, action.withLock { $0 })
    }

    func isOf(_ object: AnyObject) -> Bool { target.object === object }

    /// Runs the action on its executor, unless the observer is disarmed before that.
    func tell(_ news: WorkflowNews, of workflow: Workflow) {
        executor.execute {
            let action = self.action.withLock { self.kind.isToldOnce ? $0.take() : $0 }
            action?(workflow, news)
        }
    }

    /// Tells the observer how the workflow ended, if it observes that outcome. Otherwise releases the action of a success or failure
    /// observer.
    func tellEnd(_ outcome: Outcome<WorkflowContent>, of workflow: Workflow) {
        switch (kind, outcome) {
        case (.success, .success(let content)): tell(.success(content), of: workflow)
        case (.failure, .failure(let error)): tell(.failure(error), of: workflow)
        case (.success, _), (.failure, _): disarm()
        default: break
        }
    }

    /// Releases the action and what it captured.
    func disarm() {
        let action = action.withLock { $0.take() }
        _ = action
    }
}

extension Workflow {
    func tellStatus() {
        let (status, observers) = state.withLock { ($0.status, $0.observers) }
        tell(.status(status), to: .status, among: observers)
    }

    func tell(_ news: WorkflowNews, to kind: WorkflowObserverEntry.Kind, among observers: [WorkflowObserverEntry]) {
        for observer in observers where observer.kind == kind { observer.tell(news, of: self) }
    }

    func report(_ fraction: Double, of id: WorkflowStepID) {
        let (progress, observers) = state.withLock { ($0.progress(of: id, fraction: fraction), $0.observers) }
        if let progress { tell(.progress(progress), to: .progress, among: observers) }
    }

    func keep(_ content: WorkflowContent, of id: WorkflowStepID) {
        state.withLock { $0.keep(content, of: id) }
    }
}
