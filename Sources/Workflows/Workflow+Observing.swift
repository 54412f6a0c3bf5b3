public import Tasks

// Observers of one kind are called in the order they were added, on the main queue by default; the workflow does not wait for
// them. An observer may have a target, which is an object that identifies the observer when it is removed. Targets are not
// kept alive.

extension Workflow {
    /// Calls `body` once with the output when the workflow succeeds, or at once if it has already succeeded.
    ///
    /// The output is the object slot, or the data slot if no step has written an object.
    /// - Parameters:
    ///   - target: The object by which ``removeSuccessObservers(of:)`` finds this observer.
    ///   - executor: Where `body` is called.
    ///   - body: Receives the output; `nil` if there is none or it has another type.
    @discardableResult
    public func onSuccess<Output: Sendable>(
        for target: AnyObject? = nil, on executor: FutureExecutor = .main,
        _ body: @escaping @Sendable (Workflow, Output?) -> Void
    ) -> WorkflowObservation {
        onSuccess(for: target, on: executor) { workflow, content in body(workflow, content.output()) }
    }

    /// Calls `body` once with the final content when the workflow succeeds, or at once if it has already succeeded.
    @discardableResult
    public func onSuccess(
        for target: AnyObject? = nil, on executor: FutureExecutor = .main,
        _ body: @escaping @Sendable (Workflow, WorkflowContent) -> Void
    ) -> WorkflowObservation {
        observe(.success, target, executor) { workflow, news in
            if case .success(let content) = news { body(workflow, content) }
        }
    }

    /// Calls `body` once with the error when the workflow fails, or at once if it has already failed.
    ///
    /// - Parameters:
    ///   - target: The object by which ``removeFailureObservers(of:)`` finds this observer.
    ///   - executor: Where `body` is called.
    ///   - body: Receives the error of the failed step.
    @discardableResult
    public func onFailure(
        for target: AnyObject? = nil, on executor: FutureExecutor = .main,
        _ body: @escaping @Sendable (Workflow, any Error) -> Void
    ) -> WorkflowObservation {
        observe(.failure, target, executor) { workflow, news in
            if case .failure(let error) = news { body(workflow, error) }
        }
    }

    /// Calls `body` whenever a step succeeds or reports its progress.
    @discardableResult
    public func onProgress(
        on executor: FutureExecutor = .main, _ body: @escaping @Sendable (Workflow, WorkflowProgress) -> Void
    ) -> WorkflowObservation {
        observe(.progress, nil, executor) { workflow, news in
            if case .progress(let progress) = news { body(workflow, progress) }
        }
    }

    /// Calls `body` whenever a step starts or ends.
    @discardableResult
    public func onStep(
        on executor: FutureExecutor = .main, _ body: @escaping @Sendable (Workflow, WorkflowStepEvent) -> Void
    ) -> WorkflowObservation {
        observe(.step, nil, executor) { workflow, news in
            if case .step(let event) = news { body(workflow, event) }
        }
    }

    /// Calls `body` after each change of the status, including cancellation and the end of a canceled workflow.
    ///
    /// - Parameters:
    ///   - executor: Where `body` is called; by default at once, on the thread that changes the status.
    ///   - body: Receives the status after the change. The end is reported in two changes: finished, then not executing.
    @discardableResult
    public func onStatus(
        on executor: FutureExecutor = .immediate, _ body: @escaping @Sendable (Workflow, WorkflowStatus) -> Void
    ) -> WorkflowObservation {
        observe(.status, nil, executor) { workflow, news in
            if case .status(let status) = news { body(workflow, status) }
        }
    }

    /// Removes the success observers of `target`. If no success observers remain, the workflow is canceled.
    ///
    /// Failure observers do not count.
    public func removeSuccessObservers(of target: AnyObject) {
        remove(.success) { $0.isOf(target) }
    }

    /// Removes the failure observers of `target`. This never cancels the workflow.
    public func removeFailureObservers(of target: AnyObject) {
        remove(.failure) { $0.isOf(target) }
    }

    /// Calls `body` when the workflow ends, whatever its outcome. Returns false if it has already ended.
    func observeEnd(for target: AnyObject, on executor: FutureExecutor, _ body: @escaping @Sendable (Workflow) -> Void) -> Bool {
        let entry = WorkflowObserverEntry(.end, target: .init(object: target), on: executor) { workflow, _ in body(workflow) }
        return if case .waiting = state.withLock({ $0.observe(entry) }) { true } else { false }
    }

    private func observe(
        _ kind: WorkflowObserverEntry.Kind, _ target: AnyObject?, _ executor: FutureExecutor,
        _ action: @escaping WorkflowObserverEntry.Action
    ) -> WorkflowObservation {
        let entry = WorkflowObserverEntry(kind, target: .init(object: target), on: executor, action)
        switch state.withLock({ $0.observe(entry) }) {
        case .waiting: break
        case .late(let outcome): entry.tellEnd(outcome, of: self)
        case .never: entry.disarm()
        }
        return WorkflowObservation(workflow: self, entry: entry)
    }

    func remove(_ kind: WorkflowObserverEntry.Kind, where isMeant: (WorkflowObserverEntry) -> Bool) {
        let (removed, cancels) = state.withLock { $0.remove(kind, where: isMeant) }
        for entry in removed { entry.disarm() }
        if cancels { cancel() }
    }
}

/// The registration of an observer, which can remove the observer. Dropping the registration does not remove the observer.
public struct WorkflowObservation: Sendable {
    fileprivate weak let workflow: Workflow?
    fileprivate let entry: WorkflowObserverEntry

    /// Removes the observer. If it was the last success observer, the workflow is canceled.
    public func remove() {
        entry.disarm()
        workflow?.remove(entry.kind) { $0 === entry }
    }
}

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
            // Observing may have stopped in the meantime, so only the caller that removes the workflow from the list proceeds.
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
