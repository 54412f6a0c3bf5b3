/// Runs work at once, but then not again before some time is over. Of the calls in between, the last one runs when the time is over.
///
///     let save = Throttler(every: .seconds(1)) { (text: String) in store.save(text) }
///     save("a")   // runs now
///     save("ab")  // cancelled by the next call
///     save("abc") // runs when the second is over
///
/// So the work always sees the newest input, and never runs more often than allowed. A call that waits keeps the throttler alive.
public final class Throttler<Input: Sendable, Value: Sendable>: Sendable {
    private let interval: Duration
    private let executor: FutureExecutor
    private let timer: any FutureTimer
    private let body: @Sendable (Input) throws -> Future<Value>
    private let state = Locked(ThrottleState())

    /// Creates a throttler.
    ///
    /// - Parameters:
    ///   - interval: The time between the beginnings of two runs. Zero or less runs each call at once.
    ///   - executor: Where `body` runs; by default on the calling thread or the timer's thread.
    ///   - timer: The timer that measures the time.
    ///   - body: The work.
    public init(
        every interval: Duration, executor: FutureExecutor = .default, timer: any FutureTimer = .dispatch,
        _ body: @escaping @Sendable (Input) throws -> Future<Value>
    ) {
        self.interval = interval
        self.executor = executor
        self.timer = timer
        self.body = body
    }

    /// Runs the work with `input`: at once, or when the time since the last run is over.
    ///
    /// - Parameters:
    ///   - input: What the work receives.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    /// - Returns: A future that ends like the work, or is cancelled when a newer call takes its place.
    @discardableResult
    public func callAsFunction(
        _ input: Input, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        let turn = Promise<Void>(file: file, line: line, function: function)
        let body = body
        let run = turn.future.continueOnSuccessWithFuture(executor, file: file, line: line, function: function) { try body(input) }
        if interval <= .zero {
            turn.set()
            return run
        }
        // Both settle promises outside the lock, because that runs continuations.
        switch state.withLock({ $0.take(turn) }) {
        case .runNow: begin(turn)
        case .wait(let replaced): replaced?.cancel()
        }
        return run
    }

    /// Begins a run and the time after it.
    private func begin(_ turn: Promise<Void>) {
        _ = timer.schedule(after: interval) {
            if let next = self.state.withLock({ $0.endInterval() }) { self.begin(next) }
        }
        turn.set()
    }
}

/// Whether a throttler may run now and which call waits, as a value without side effects.
struct ThrottleState: Sendable {
    enum Answer: Sendable {
        case runNow
        /// The call waits in the place of another one, which the caller cancels.
        case wait(replaced: Promise<Void>?)
    }

    private var isResting = false
    private var waiting: Promise<Void>?

    mutating func take(_ turn: Promise<Void>) -> Answer {
        if !isResting {
            isResting = true
            return .runNow
        }
        defer { waiting = turn }
        return .wait(replaced: waiting)
    }

    /// Returns the call that runs now, which begins the next interval.
    mutating func endInterval() -> Promise<Void>? {
        isResting = waiting != nil
        return waiting.take()
    }
}
