public import Tasks

/// The delegate of a ``WorkflowObserver``.
public protocol WorkflowObserverDelegate: AnyObject, Sendable {
    /// Called when a workflow has ended, whatever its outcome. The workflow's status tells whether the workflow was canceled.
    func workflowObserver(_ observer: WorkflowObserver, didFinish workflow: Workflow)
}

/// Observes any number of workflows and tells one delegate when each of them ends, whatever its outcome.
///
/// The delegate is called before the workflow's success and failure observers, and is not kept alive. A workflow is kept alive and observed
/// until it has ended.
public final class WorkflowObserver: Sendable {
    private weak let delegate: (any WorkflowObserverDelegate)?
    private let executor: FutureExecutor
    private let watched = Locked<[Workflow]>([])

    /// Creates an observer without workflows.
    ///
    /// - Parameters:
    ///   - delegate: The delegate to call.
    ///   - executor: Where the delegate is called.
    public init(delegate: any WorkflowObserverDelegate, on executor: FutureExecutor = .main) {
        self.delegate = delegate
        self.executor = executor
    }

    /// The workflows that this observer currently observes.
    public var workflows: [Workflow] { watched.withLock { $0 } }

    /// Starts observing a workflow, unless it is already observed or has ended.
    public func observe(_ workflow: Workflow) {
        let isNew = watched.withLock { watched in
            if watched.contains(where: { $0 === workflow }) { return false }
            watched.append(workflow)
            return true
        }
        if !isNew { return }
        let isAdded = workflow.observeEnd(for: self, on: executor) { [weak self] workflow in
            // Only the caller that removes the workflow from the list proceeds: observing may have been stopped in the meantime.
            guard let self, self.forget(workflow) else { return }
            self.delegate?.workflowObserver(self, didFinish: workflow)
        }
        if !isAdded { _ = forget(workflow) }
    }

    /// Stops observing a workflow; the delegate is not called for it.
    public func stopObserving(_ workflow: Workflow) {
        if forget(workflow) { workflow.remove(.end) { $0.isOf(self) } }
    }

    /// Removes a workflow from the list. Returns whether it was in the list.
    private func forget(_ workflow: Workflow) -> Bool {
        let removed = watched.withLock { watched in
            watched.firstIndex { $0 === workflow }.map { watched.remove(at: $0) }
        }
        return removed != nil
    }
}
