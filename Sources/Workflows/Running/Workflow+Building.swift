internal import Tasks

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
