internal import Tasks

extension Workflow {
    /// The steps, in the order they run.
    public var steps: [WorkflowStepID] { state.withLock { $0.steps.map(\.id) } }

    /// Adds a step at the end. While the last step runs, this one will be next.
    @discardableResult
    public func add(_ step: WorkflowStep) -> WorkflowStepID {
        state.withLock { $0.append(step) }
    }

    /// Inserts a step behind another, which may be the running one; behind `nil`, as the first.
    ///
    /// Stops the program if `neighbour` is a step of another workflow, or comes before one that runs or has run.
    @discardableResult
    public func insert(
        _ step: WorkflowStep, after neighbour: WorkflowStepID?, file: StaticString = #fileID, line: UInt = #line
    ) -> WorkflowStepID {
        inserted(state.withLock { $0.insert(step, after: neighbour) }, file: file, line: line)
    }

    /// Inserts a step in front of another; in front of `nil`, as the last.
    ///
    /// Stops the program if `neighbour` is a step of another workflow, or runs or has run.
    @discardableResult
    public func insert(
        _ step: WorkflowStep, before neighbour: WorkflowStepID?, file: StaticString = #fileID, line: UInt = #line
    ) -> WorkflowStepID {
        inserted(state.withLock { $0.insert(step, before: neighbour) }, file: file, line: line)
    }

    private func inserted(_ answer: WorkflowState.InsertAnswer, file: StaticString, line: UInt) -> WorkflowStepID {
        // Both are contracts: to go on would run the steps in an order that nobody has asked for.
        switch answer {
        case .inserted(let id): id
        case .foreign: preconditionFailure("the neighbour is a step of another workflow", file: file, line: line)
        case .tooLate: preconditionFailure("a step cannot come before one that runs or has run", file: file, line: line)
        }
    }
}
