public import Tasks

/// The delegate of a ``WorkflowObserver``.
public protocol WorkflowObserverDelegate: AnyObject, Sendable {
    /// Called when a workflow has ended, whatever its outcome. The workflow's status tells whether the workflow was cancelled.
    func workflowObserver(_ observer: WorkflowObserver, didFinish workflow: Workflow)
}

/// Observes any number of workflows and tells one delegate when each of them ends, whatever its outcome.
///
/// The delegate is called before the workflow's success and failure observers, and is not kept alive. A workflow is kept alive and observed
/// until it has ended.
public final class WorkflowObserver: Sendable {
    private struct Watched: Sendable {
        let workflow: Workflow
        var observation: WorkflowObservation?
    }

    private weak let delegate: (any WorkflowObserverDelegate)?
    private let executor: FutureExecutor
    private let watched = Locked<[Watched]>([])

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
    public var workflows: [Workflow] { watched.withLock { $0.map(\.workflow) } }

    /// Starts observing a workflow, unless it is already observed or has ended.
    public func observe(_ workflow: Workflow) {
        let isNew = watched.withLock { watched in
            if watched.contains(where: { $0.workflow === workflow }) { return false }
            watched.append(Watched(workflow: workflow))
            return true
        }
        if !isNew { return }
        let observation = workflow.observeEnd(on: executor) { [weak self] workflow in
            // Only the caller that removes the workflow from the list proceeds: observing may have been stopped in the meantime.
            guard let self, self.forget(workflow) != nil else { return }
            self.delegate?.workflowObserver(self, didFinish: workflow)
        }
        guard let observation else {
            _ = forget(workflow)
            return
        }
        let isWatched = watched.withLock { watched in
            guard let index = watched.firstIndex(where: { $0.workflow === workflow }) else { return false }
            watched[index].observation = observation
            return true
        }
        // The workflow ended, or observing was stopped, while the observer was being added.
        if !isWatched { observation.remove() }
    }

    /// Stops observing a workflow; the delegate is not called for it.
    public func stopObserving(_ workflow: Workflow) {
        forget(workflow)?.observation?.remove()
    }

    private func forget(_ workflow: Workflow) -> Watched? {
        watched.withLock { watched in
            guard let index = watched.firstIndex(where: { $0.workflow === workflow }) else { return nil }
            return watched.remove(at: index)
        }
    }
}
