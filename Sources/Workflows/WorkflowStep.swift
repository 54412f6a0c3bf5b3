public import Tasks

/// A step of a workflow: a name, an executor, and a function from its input content to the content of the next step.
///
/// A step is a recipe without state: you may add it to any number of workflows, and several times to the same workflow. The static
/// functions create the built-in kinds: closures, futures, async code, ``content(_:on:body:)``, ``loadFile(_:from:options:on:)``,
/// ``saveFile(_:to:on:)`` and ``parseJSON(_:allowsFragments:limits:from:to:on:)``.
public struct WorkflowStep: Sendable {
    typealias Body = @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>

    /// The step's name in events and errors.
    public let name: String

    /// Where it runs; `nil` is the queue that all workflows share, which runs any number of steps in parallel.
    public let executor: FutureExecutor?

    let body: Body

    /// Creates a custom step.
    ///
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - executor: Where `body` is called; `nil` is the queue that all workflows share.
    ///   - body: Receives the content of the previous step and information about this run. The workflow continues with the content of the
    ///     returned future. The workflow fails if `body` throws or the future fails. It is canceled if `body` throws a `CancellationError`
    ///     or the future is canceled.
    public init(
        _ name: String, on executor: FutureExecutor? = nil,
        body: @escaping @Sendable (WorkflowContent, WorkflowStepRun) throws -> Future<WorkflowContent>
    ) {
        self.name = name
        self.executor = executor
        self.body = body
    }
}

/// One run of a step. The step uses it to check for cancellation and to report its progress.
public struct WorkflowStepRun: Sendable {
    /// The token that is canceled with the workflow. The step must check the token, because a canceled workflow still waits for its
    /// running step.
    public let token: CancellationToken

    /// The workflow that runs the step.
    public let workflow: Workflow

    let id: WorkflowStepID

    /// Reports the step's progress to the progress observers.
    ///
    /// - Parameter fraction: From 0 to 1; other values are clamped.
    public func report(_ fraction: Double) {
        workflow.report(fraction, of: id)
    }

    /// Stores `content` as the content of the workflow, even if the step fails afterwards. So a step can both leave a value and fail: for
    /// example, an HTTP error leaves the body of its response.
    public func keep(_ content: WorkflowContent) {
        workflow.keep(content, of: id)
    }
}

/// Identifies a step of a workflow, so that other steps can be inserted next to it.
public struct WorkflowStepID: Sendable, Hashable {
    /// The name of the step.
    public let name: String
    let number: Int
    let workflow: WorkflowIdentity

    /// Returns whether both identify the same step; the names do not matter.
    public static func == (left: WorkflowStepID, right: WorkflowStepID) -> Bool {
        left.workflow === right.workflow && left.number == right.number
    }

    /// Hashes the identity of the step.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(workflow))
        hasher.combine(number)
    }
}

/// The identity of a workflow, which distinguishes its steps from those of other workflows.
final class WorkflowIdentity: Sendable {}

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
