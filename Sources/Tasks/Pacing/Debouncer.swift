/// Runs work once calls have stopped coming for a while, with the input of the last call.
///
///     let search = Debouncer(after: .milliseconds(300)) { (text: String, token) in index.find(text, token: token) }
///     let found = search("s")        // canceled by the next call
///     let better = search("swift")   // runs 300 ms later
///
/// Only the last call counts. Each call cancels the future of the previous call, even if the work of that call is already running. The work
/// can stop too, because it receives a token. A pending call keeps only the work alive, not the debouncer.
public final class Debouncer<Input: Sendable, Value: Sendable>: Sendable {
    private let quiet: Duration
    private let executor: FutureExecutor
    private let timer: any FutureTimer
    private let body: @Sendable (Input, CancellationToken) throws -> Future<Value>
    /// The source of the last call.
    private let last = Locked<CancellationTokenSource?>(nil)

    /// Creates a debouncer.
    ///
    /// - Parameters:
    ///   - quiet: How long no other call may come before the work runs. With zero or less, each call runs at once, but still cancels the
    ///     previous call.
    ///   - executor: Where `body` runs; by default on the timer's thread.
    ///   - timer: The timer that measures the time.
    ///   - body: The work. Its token is canceled when a newer call comes.
    public init(
        after quiet: Duration, executor: FutureExecutor = .default, timer: any FutureTimer = .dispatch,
        _ body: @escaping @Sendable (Input, CancellationToken) throws -> Future<Value>
    ) {
        self.quiet = quiet
        self.executor = executor
        self.timer = timer
        self.body = body
    }

    /// Cancels the previous call, and runs the work with `input` unless another call comes within the quiet time.
    ///
    /// - Returns: A future that ends like the work, or is canceled if a newer call comes before the work has ended.
    @discardableResult
    public func callAsFunction(
        _ input: Input, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        let source = CancellationTokenSource()
        replace(by: source)
        let (body, token) = (body, source.token)
        // The work might ignore its token, so a promise that observes the token settles the future of the call.
        let answer = Promise<Value>(file: file, line: line, function: function)
        answer.cancel(with: token)
        Future<Void>.withDelay(quiet, token: token, timer: timer, file: file, line: line, function: function)
            .continueOnSuccessWithFuture(executor, token: token, file: file, line: line, function: function) { try body(input, token) }
            .continueWith(.immediate) { work in _ = work.outcome.map { answer.trySet(outcome: $0) } }
        return answer.future
    }

    /// Cancels the last call.
    public func cancel() {
        replace(by: nil)
    }

    private func replace(by source: CancellationTokenSource?) {
        let before = last.withLock { last in
            defer { last = source }
            return last
        }
        // Outside the lock, because canceling runs observers.
        before?.cancel()
    }
}
