public import Tasks

extension WorkflowStep {
    /// Creates a step that computes one value from another; by default from the output of the previous step.
    ///
    ///     WorkflowStep.closure("count") { (words: [String]?) in words?.count }
    ///
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    ///   - input: The slot to read.
    ///   - output: The slot to write.
    ///   - body: Receives `nil` if the slot is empty or has a value of another type. It may also return `nil`: a success without
    ///     output. An error it throws fails the workflow; a `CancellationError` cancels it.
    public static func closure<Input: Sendable, Output: Sendable>(
        _ name: String = "closure", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?) throws -> Output?
    ) -> WorkflowStep {
        closure(name, on: executor, from: input, to: output) { value, _ in try body(value) }
    }

    /// Creates a closure step whose body receives the run, so that it can check for cancellation and report progress.
    public static func closure<Input: Sendable, Output: Sendable>(
        _ name: String = "closure", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?, WorkflowStepRun) throws -> Output?
    ) -> WorkflowStep {
        WorkflowStep(name, on: executor) { content, run in
            var content = content
            content.setOutput(try body(content[input], run), for: output)
            return Future(content)
        }
    }

    /// Creates a closure step whose body returns a future.
    public static func future<Input: Sendable, Output: Sendable>(
        _ name: String = "future", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?, WorkflowStepRun) throws -> Future<Output?>
    ) -> WorkflowStep {
        WorkflowStep(name, on: executor) { content, run in
            try body(content[input], run).continueOnSuccessWith(.immediate) { value in
                var content = content
                content.setOutput(value, for: output)
                return content
            }
        }
    }

    /// Creates a closure step whose body is async. Cancelling the workflow cancels the Swift task that runs the body.
    public static func async<Input: Sendable, Output: Sendable>(
        _ name: String = "async",
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?) async throws -> Output?
    ) -> WorkflowStep {
        future(name, on: .immediate, from: input, to: output) { value, run in
            Future<Output?>.async(token: run.token) { try await body(value) }
        }
    }

    /// Creates a step that reads and changes the whole content.
    ///
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    ///   - body: An error it throws fails the workflow and discards its changes.
    public static func content(
        _ name: String = "content", on executor: FutureExecutor? = nil,
        body: @escaping @Sendable (inout WorkflowContent) throws -> Void
    ) -> WorkflowStep {
        WorkflowStep(name, on: executor) { content, _ in
            var content = content
            try body(&content)
            return Future(content)
        }
    }
}
