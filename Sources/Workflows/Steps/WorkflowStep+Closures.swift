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
    ///   - body: Receives `nil` if the slot is empty or has a value of another type. If it returns `nil`, the workflow fails with
    ///     ``WorkflowError/noOutput(step:)``, as in BkTask. An error it throws fails the workflow; a `CancellationError` cancels it. To
    ///     succeed without output, use ``content(_:on:body:)`` with ``WorkflowContent/setOutput(_:for:)`` and `nil`.
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
        closure(name, on: executor, from: input, to: output) { value, run, _ in try body(value, run) }
    }

    /// Creates a closure step whose body may report an error and still yield a value, like the blocks of BkTask.
    ///
    ///     WorkflowStep.closure("first line") { (text: String?, _, error) in
    ///         error = Mistake.noText      // is ignored if there is a line
    ///         return text?.split(separator: "\n").first
    ///     }
    ///
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    ///   - input: The slot to read.
    ///   - output: The slot to write.
    ///   - body: Its last argument is the error with which the workflow fails if `body` returns `nil`. If `body` returns a value, the
    ///     error is ignored. Errors that `body` throws are treated as in the other forms.
    public static func closure<Input: Sendable, Output: Sendable>(
        _ name: String = "closure", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?, WorkflowStepRun, inout (any Error)?) throws -> Output?
    ) -> WorkflowStep {
        WorkflowStep(name, on: executor) { content, run in
            var error: (any Error)?
            let value = try body(content[input], run, &error)
            return Future(try content.yielding(value, in: output, of: name, or: error))
        }
    }

    /// Creates a closure step whose body returns a future. If the value of the future is `nil`, the workflow fails with
    /// ``WorkflowError/noOutput(step:)``.
    public static func future<Input: Sendable, Output: Sendable>(
        _ name: String = "future", on executor: FutureExecutor? = nil,
        from input: WorkflowContent.Key<Input> = .object, to output: WorkflowContent.Key<Output> = .object,
        body: @escaping @Sendable (Input?, WorkflowStepRun) throws -> Future<Output?>
    ) -> WorkflowStep {
        WorkflowStep(name, on: executor) { content, run in
            try body(content[input], run).continueOnSuccessWith(.immediate) { value in
                try content.yielding(value, in: output, of: name)
            }
        }
    }

    /// Creates a closure step whose body is async. Canceling the workflow cancels the Swift task that runs the body.
    ///
    /// If `body` returns `nil`, the workflow fails with ``WorkflowError/noOutput(step:)``.
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

extension WorkflowContent {
    /// Returns the content after a step that yielded `value`. If the step yielded nothing, throws the error that the step reported, or a
    /// general one.
    fileprivate func yielding<Value>(
        _ value: Value?, in slot: Key<Value>, of step: String, or error: (any Error)? = nil
    ) throws -> WorkflowContent {
        guard let value else { throw error ?? WorkflowError.noOutput(step: step) }
        var content = self
        content.setOutput(value, for: slot)
        return content
    }
}
