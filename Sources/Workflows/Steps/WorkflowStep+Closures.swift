public import Tasks

extension WorkflowStep {
    /// A step that makes one value out of another; without keys, out of what the step before has made.
    ///
    ///     WorkflowStep.closure("count") { (words: [String]?) in words?.count }
    ///
    /// - Parameters:
    ///   - name: What observers and errors call it.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    ///   - input: The slot to read.
    ///   - output: The slot to write.
    ///   - body: Gets `nil` if the slot is empty or has something of another type. It may return `nil`, too: a success with
    ///     no output. What it throws fails the workflow; `CancellationError` cancels it.
    public static func closure<Input: Sendable, Output: Sendable>(
        _ name: String = "closure", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?) throws -> Output?
    ) -> WorkflowStep {
        closure(name, on: executor, from: input, to: output) { value, _ in try body(value) }
    }

    /// As the plain closure step, for work that looks now and then whether it is still wanted.
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

    /// As the closure steps, for a value that arrives later.
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

    /// As the closure steps, for async code. Cancelling the workflow cancels its Swift task.
    public static func async<Input: Sendable, Output: Sendable>(
        _ name: String = "async",
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?) async throws -> Output?
    ) -> WorkflowStep {
        future(name, on: .immediate, from: input, to: output) { value, run in
            Future<Output?>.async(token: run.token) { try await body(value) }
        }
    }

    /// A step that gets the whole content and changes it as it likes.
    ///
    /// - Parameters:
    ///   - name: What observers and errors call it.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    ///   - body: What it throws fails the workflow; then its changes are lost.
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
