import Tasks

// The state machine of a workflow. It is pure: each event changes the value and returns what the caller must do after
// releasing the lock that guards the value.
//
//     ready ──start──► between ──advance──► running ──stepEnded──► between ──advance──► finished ──close──► over
//                        ▲                                            │                 (both flags)
//                        └────────────── more steps ◄─────────────────┘
//
// Only this state machine decides the outcome. It does so when a step fails or is canceled, or when the last step has succeeded.

struct WorkflowState: Sendable {
    struct Entry: Sendable {
        let id: WorkflowStepID
        let step: WorkflowStep
    }

    private(set) var status = WorkflowStatus()
    private(set) var steps: [Entry] = []
    private let identity = WorkflowIdentity()
    private(set) var content: WorkflowContent?
    private(set) var observers: [WorkflowObserverEntry] = []
    private(set) var outcome: Outcome<WorkflowContent>?
    var identifier: String?

    /// The observers that are being notified of the end of the workflow. Their calls may still be waiting on a queue.
    private var delivering: [WorkflowObserverEntry] = []
    /// The index of the next step to run. New steps can be inserted only from here on.
    private var nextIndex = 0
    /// The step that is running or ran last.
    private var current: WorkflowStepID? { nextIndex == 0 ? nil : steps[nextIndex - 1].id }
    /// The source that stops the running step. All steps share one source, because stopping a step stops the workflow.
    private var source: CancellationTokenSource?
    private var isRunning = false
    /// Whether the observers have been notified of the end.
    private var isOver: Bool { status.isFinished && !status.isExecuting }

    init(steps: [WorkflowStep], identifier: String?) {
        self.identifier = identifier
        self.steps.reserveCapacity(steps.count)
        for step in steps { _ = append(step) }
    }

    // MARK: Building

    enum InsertAnswer: Sendable {
        case inserted(WorkflowStepID)
        /// The neighbor is not a step of this workflow.
        case foreign
        /// The new step would come before a step that is running or has run.
        case tooLate
    }

    mutating func append(_ step: WorkflowStep) -> WorkflowStepID {
        let entry = newEntry(step)
        steps.append(entry)
        return entry.id
    }

    /// Makes the entry of a new step. Steps are never removed, so their count is a unique number.
    private func newEntry(_ step: WorkflowStep) -> Entry {
        Entry(id: WorkflowStepID(name: step.name, number: steps.count, workflow: identity), step: step)
    }

    /// Inserts a step after `neighbor`; `nil` makes it the first.
    mutating func insert(_ step: WorkflowStep, after neighbor: WorkflowStepID?) -> InsertAnswer {
        insert(step, at: neighbor.map { index(of: $0).map { $0 + 1 } } ?? 0)
    }

    /// Inserts a step before `neighbor`; `nil` makes it the last.
    mutating func insert(_ step: WorkflowStep, before neighbor: WorkflowStepID?) -> InsertAnswer {
        insert(step, at: neighbor.map(index) ?? steps.count)
    }

    private mutating func insert(_ step: WorkflowStep, at index: Int?) -> InsertAnswer {
        guard let index else { return .foreign }
        guard index >= nextIndex else { return .tooLate }
        let entry = newEntry(step)
        steps.insert(entry, at: index)
        return .inserted(entry.id)
    }

    private func index(of id: WorkflowStepID) -> Int? { steps.firstIndex { $0.id == id } }

    // MARK: Running

    /// Starts the workflow; returns false if it has been started before.
    mutating func start() -> Bool {
        if status.isExecuting || status.isFinished { return false }
        status.isExecuting = true
        return true
    }

    /// Returns the next step to run, what it needs, and the observers to notify. Returns nil if the workflow has ended.
    mutating func advance() -> (Entry, WorkflowContent, CancellationToken, [WorkflowObserverEntry])? {
        if status.isCancelled {
            outcome = .cancelled
            return nil
        }
        let content = content ?? WorkflowContent()
        guard nextIndex < steps.count else {
            outcome = .success(content)
            return nil
        }
        let source = source ?? CancellationTokenSource()
        self.source = source
        isRunning = true
        let next = steps[nextIndex]
        nextIndex += 1
        if self.content == nil { self.content = content }
        return (next, content, source.token, observers)
    }

    struct StepAnswer: Sendable {
        /// The event for the end of the step; `nil` if the step was canceled, which cancels the workflow.
        let event: WorkflowStepEvent?
        /// The observers to notify about the step and the progress.
        let observers: [WorkflowObserverEntry]
        /// The progress after the step; `nil` if the step did not succeed.
        let progress: WorkflowProgress?
        /// The observers to release because the step canceled the workflow.
        let dropped: CancelAnswer
        var goesOn: Bool { progress != nil }
    }

    /// Records the end of the running step.
    mutating func stepEnded(_ id: WorkflowStepID, _ stepOutcome: Outcome<WorkflowContent>) -> StepAnswer {
        isRunning = false
        let kind: WorkflowStepEvent.Kind?
        var dropped = CancelAnswer()
        let listeners = observers
        switch stepOutcome {
        case .success(let content):
            self.content = content
            kind = .finished(content)
        case .failure(let error):
            outcome = status.isCancelled ? .cancelled : .failure(error)
            kind = .failed(error)
        case .cancelled:
            dropped = cancel()
            outcome = .cancelled
            kind = nil
        }
        let progress = outcome == nil ? self.progress(finished: nextIndex, fraction: 0) : nil
        return StepAnswer(
            event: kind.map { WorkflowStepEvent(step: id, kind: $0) }, observers: listeners, progress: progress, dropped: dropped)
    }

    /// Returns the progress when the running step reports `fraction`; `nil` if `id` is not the running step.
    func progress(of id: WorkflowStepID, fraction: Double) -> WorkflowProgress? {
        guard isRunning, current == id else { return nil }
        return progress(finished: nextIndex - 1, fraction: fraction)
    }

    private func progress(finished: Int, fraction: Double) -> WorkflowProgress {
        WorkflowProgress(finishedSteps: finished, steps: steps.count, stepFraction: fraction.isNaN ? 0 : min(1, max(0, fraction)))
    }

    mutating func keep(_ content: WorkflowContent, of id: WorkflowStepID) {
        if isRunning, current == id { self.content = content }
    }

    mutating func finish() {
        status.isFinished = true
    }

    /// Ends the workflow and returns all observers to notify. Observers added from now on are notified at once.
    mutating func close() -> [WorkflowObserverEntry] {
        status.isExecuting = false
        delivering = observers
        observers = []
        return delivering
    }

    // MARK: Canceling

    struct CancelAnswer: Sendable {
        var observers: [WorkflowObserverEntry] = []
        var running: CancellationTokenSource?
        var isNews = false
    }

    mutating func cancel() -> CancelAnswer {
        if status.isCancelled { return CancelAnswer() }
        status.isCancelled = true
        let answer = CancelAnswer(
            observers: (observers + delivering).filter(\.kind.isDroppedByCancelling), running: isRunning ? source : nil, isNews: true)
        observers.removeAll(where: \.kind.isDroppedByCancelling)
        delivering = []
        return answer
    }

    // MARK: Observing

    enum ObserveAnswer: Sendable {
        case waiting
        /// The workflow has ended with this outcome.
        case late(Outcome<WorkflowContent>)
        /// The workflow has been canceled: the observer will never be called.
        case never
    }

    mutating func observe(_ observer: WorkflowObserverEntry) -> ObserveAnswer {
        if isOver, let outcome { return .late(outcome) }
        if status.isCancelled, observer.kind.isDroppedByCancelling { return .never }
        observers.append(observer)
        return .waiting
    }

    /// Removes observers. Returns them, and whether to cancel the workflow because no success observer is left.
    mutating func remove(
        _ kind: WorkflowObserverEntry.Kind, where isMeant: (WorkflowObserverEntry) -> Bool
    ) -> (removed: [WorkflowObserverEntry], cancels: Bool) {
        let removed = (observers + delivering).filter { $0.kind == kind && isMeant($0) }
        observers.removeAll { $0.kind == kind && isMeant($0) }
        delivering.removeAll { $0.kind == kind && isMeant($0) }
        return (removed, !isOver && kind == .success && !observers.contains { $0.kind == .success })
    }
}

/// Whether a workflow is executing, finished or canceled.
///
/// At the end, a workflow is finished before it stops executing, so for a moment it is both. A canceled workflow is finished only when the
/// step that was running has ended.
public struct WorkflowStatus: Sendable, Hashable {
    /// Whether the workflow has started and not yet ended.
    public internal(set) var isExecuting = false
    /// Whether no step is running or will run.
    public internal(set) var isFinished = false
    /// Whether the workflow has been canceled.
    public internal(set) var isCancelled = false

    /// Creates the status of a workflow that has not been started.
    public init() {}
}

/// The progress of a workflow.
public struct WorkflowProgress: Sendable, Hashable {
    /// The number of steps that have ended.
    public let finishedSteps: Int
    /// The current number of steps; more may be added.
    public let steps: Int
    /// The progress reported by the running step, from 0 to 1.
    public let stepFraction: Double

    /// The progress from 0 to 1; all steps count the same.
    public var fraction: Double {
        steps == 0 ? 1 : (Double(finishedSteps) + stepFraction) / Double(steps)
    }
}

/// The start or end of a step. A step that ends canceled has no event for its end, because the observers of the workflow are removed
/// first.
public struct WorkflowStepEvent: Sendable {
    /// The kinds of event.
    public enum Kind: Sendable {
        /// The step is starting; its executor may still delay it.
        case started
        /// The step has succeeded with this content.
        case finished(WorkflowContent)
        /// The step has failed, and the workflow with it.
        case failed(any Error)
    }

    /// The step.
    public let step: WorkflowStepID
    /// What happened to the step.
    public let kind: Kind
}
