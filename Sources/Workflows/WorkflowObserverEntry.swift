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

        /// Whether canceling the workflow drops the observer. Status and end observers stay, and are notified when the canceled workflow
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

    private struct Delivery: Sendable {
        var action: Action?
        /// The number of calls that have been submitted and have not returned.
        var pending = 0
        /// Whether no more news will come.
        var isOver = false

        /// Returns the action to release if it will not be needed any more.
        mutating func takeIfSpent() -> Action? { isOver && pending == 0 ? action.take() : nil }
    }

    let kind: Kind
    private let target: Target
    private let executor: FutureExecutor
    private let delivery: Locked<Delivery>

    init(_ kind: Kind, target: Target, on executor: FutureExecutor, _ action: Action?) {
        self.kind = kind
        self.target = target
        self.executor = executor
        delivery = Locked(Delivery(action: action))
    }

    func copy() -> WorkflowObserverEntry {
        WorkflowObserverEntry(kind, target: target, on: executor, delivery.withLock { $0.action })
    }

    func isOf(_ object: AnyObject) -> Bool { target.object === object }

    /// Runs the action on its executor, unless the observer is disarmed before that.
    func tell(_ news: WorkflowNews, of workflow: Workflow) {
        delivery.withLock { $0.pending += 1 }
        executor.execute {
            let action = self.delivery.withLock { self.kind.isToldOnce ? $0.action.take() : $0.action }
            action?(workflow, news)
            let spent = self.delivery.withLock { delivery in
                delivery.pending -= 1
                return delivery.takeIfSpent()
            }
            _ = spent
        }
    }

    /// Releases the action once the news that has been submitted so far has been delivered.
    private func endDelivery() {
        let spent = delivery.withLock { delivery in
            delivery.isOver = true
            return delivery.takeIfSpent()
        }
        _ = spent
    }

    /// Tells the observer how the workflow ended, if it observes that outcome. This is the last news, so the action is released afterwards.
    func tellEnd(_ outcome: Outcome<WorkflowContent>, of workflow: Workflow) {
        switch (kind, outcome) {
        case (.success, .success(let content)): tell(.success(content), of: workflow)
        case (.failure, .failure(let error)): tell(.failure(error), of: workflow)
        case (.success, _), (.failure, _): disarm()
        default: endDelivery()
        }
    }

    /// Releases the action and what it captured.
    func disarm() {
        let action = delivery.withLock { $0.action.take() }
        _ = action
    }
}

extension Workflow {
    func tellStatus() {
        let (status, observers) = state.withLock { ($0.status, $0.observers) }
        tell(.status(status), to: .status, among: observers)
    }

    func tell(_ news: WorkflowNews, to kind: WorkflowObserverEntry.Kind, among observers: [WorkflowObserverEntry]) {
        withObservers(observers) { if $0.kind == kind { $0.tell(news, of: self) } }
    }

    /// Calls `body` with each observer of a list that was copied from the state.
    func withObservers(_ observers: [WorkflowObserverEntry], _ body: (WorkflowObserverEntry) -> Void) {
        for observer in observers { body(observer) }
        // The state may change the list in place once this copy is gone. The reference count orders the two, but the thread sanitizer
        // does not see it. It sees this lock, which is taken while the copy still exists.
        withExtendedLifetime(observers) { state.withLock { _ in } }
    }

    func report(_ fraction: Double, of id: WorkflowStepID) {
        let (progress, observers) = state.withLock { ($0.progress(of: id, fraction: fraction), $0.observers) }
        if let progress { tell(.progress(progress), to: .progress, among: observers) }
    }

    func keep(_ content: WorkflowContent, of id: WorkflowStepID) {
        state.withLock { $0.keep(content, of: id) }
    }
}
