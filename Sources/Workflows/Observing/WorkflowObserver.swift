public import Tasks

/// Who is told by a ``WorkflowObserver``.
public protocol WorkflowObserverDelegate: AnyObject, Sendable {
    /// The workflow has succeeded, failed, or come to the end of being cancelled; its status says which.
    func workflowObserver(_ observer: WorkflowObserver, didFinish workflow: Workflow)
}

/// Watches any number of workflows and tells one delegate when each of them ends, in whatever way.
///
/// The delegate is told before the workflow's own observers are, and is not kept alive. A workflow is kept until it has
/// ended, and is then no longer watched.
public final class WorkflowObserver: Sendable {
    private struct Watched: Sendable {
        let workflow: Workflow
        var observation: WorkflowObservation?
    }

    private weak let delegate: (any WorkflowObserverDelegate)?
    private let executor: FutureExecutor
    private let watched = Locked<[Watched]>([])

    /// An observer that watches nothing yet.
    ///
    /// - Parameters:
    ///   - delegate: Who is told.
    ///   - executor: Where the delegate is told.
    public init(delegate: any WorkflowObserverDelegate, on executor: FutureExecutor = .main) {
        self.delegate = delegate
        self.executor = executor
    }

    /// The workflows it watches at this moment.
    public var workflows: [Workflow] { watched.withLock { $0.map(\.workflow) } }

    /// Watches a workflow, once; not one that has ended.
    public func observe(_ workflow: Workflow) {
        let isNew = watched.withLock { watched in
            if watched.contains(where: { $0.workflow === workflow }) { return false }
            watched.append(Watched(workflow: workflow))
            return true
        }
        if !isNew { return }
        let observation = workflow.observeEnd(on: executor) { [weak self] workflow in
            // Whoever takes it off the list decides: watching may have been stopped on the way here.
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
        // Ended, or stopped by somebody else, while it was being added.
        if !isWatched { observation.remove() }
    }

    /// Watches a workflow no longer; the delegate will not hear of it.
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
