/// Runs work at once, but then not again before some time is over. Of the calls in between, the last one runs when the time is over.
///
///     let save = Throttler(every: .seconds(1)) { (text: String) in store.save(text) }
///     save("a")   // runs now
///     save("ab")  // canceled by the next call
///     save("abc") // runs when the second is over
///
/// So the work always sees the newest input, and never runs more often than allowed. Dropping the throttler releases the work, unless a
/// waiting call still needs it.
public final class Throttler<Input: Sendable, Value: Sendable>: Sendable {
    private let executor: FutureExecutor
    private let body: @Sendable (Input) throws -> Future<Value>
    private let pace: Pace

    /// Creates a throttler.
    ///
    /// - Parameters:
    ///   - interval: The time between the beginnings of two runs. Zero or less runs each call at once.
    ///   - executor: Where `body` runs; by default on the calling thread or the timer's thread.
    ///   - timer: The timer that measures the time. If it drops an action, the interval ends.
    ///   - body: The work.
    public init(
        every interval: Duration, executor: FutureExecutor = .default, timer: any FutureTimer = .dispatch,
        _ body: @escaping @Sendable (Input) throws -> Future<Value>
    ) {
        self.executor = executor
        self.body = body
        pace = Pace(interval: interval, timer: timer)
    }

    /// Runs the work with `input`: at once, or when the time since the last run is over.
    ///
    /// - Returns: A future that ends like the work, or is canceled when a newer call takes its place.
    @discardableResult
    public func callAsFunction(
        _ input: Input, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        let turn = Promise<Void>(file: file, line: line, function: function)
        let body = body
        let run = turn.future.continueOnSuccessWithFuture(executor, file: file, line: line, function: function) { try body(input) }
        pace.take(turn)
        return run
    }

    /// Cancels the call that waits. A run that has begun goes on.
    public func cancel() {
        pace.cancel()
    }
}

/// Lets the calls of a throttler begin, one in each interval. It does not hold the work, so a timer that waits for the end of an interval does
/// not keep the work alive.
private final class Pace: Sendable {
    private let interval: Duration
    private let timer: any FutureTimer
    private let state = Locked(ThrottleState())

    init(interval: Duration, timer: any FutureTimer) {
        self.interval = interval
        self.timer = timer
    }

    // Settling a promise runs continuations, so it happens outside the lock.

    /// Lets a call begin, now or later.
    func take(_ turn: Promise<Void>) {
        if interval <= .zero { return turn.set() }
        switch state.withLock({ $0.take(turn) }) {
        case .runNow: begin(turn)
        case .wait(let replaced): replaced?.cancel()
        }
    }

    func cancel() {
        state.withLock { $0.waiting.take() }?.cancel()
    }

    /// Begins a call. If its interval is already over when the call has begun, begins the waiting call too, and so on.
    private func begin(_ turn: Promise<Void>) {
        var turn = turn
        while true {
            Future<Void>.withDelay(interval, timer: timer).continueWith(.immediate) { _ in
                if let next = self.state.withLock({ $0.endInterval() }) { self.begin(next) }
            }
            turn.set()
            guard let next = state.withLock({ $0.begun() }) else { return }
            turn = next
        }
    }
}

/// Whether a throttler may run now and which call waits, as a value without side effects.
struct ThrottleState: Sendable {
    enum Answer: Sendable {
        case runNow
        /// The call waits in the place of another one, which the caller cancels.
        case wait(replaced: Promise<Void>?)
    }

    private enum Phase: Sendable {
        case idle
        /// A call is beginning. If its interval ends before the call has begun, the next call still waits, so that calls begin in order.
        case beginning(isOver: Bool)
        /// A call has begun, and its interval is not over.
        case resting
    }

    private var phase = Phase.idle
    /// The call that waits for the end of the interval.
    var waiting: Promise<Void>?

    mutating func take(_ turn: Promise<Void>) -> Answer {
        if case .idle = phase {
            phase = .beginning(isOver: false)
            return .runNow
        }
        defer { waiting = turn }
        return .wait(replaced: waiting)
    }

    /// Ends an interval. Returns the waiting call, which begins now; nil if no call is waiting, or if the previous call has not begun.
    mutating func endInterval() -> Promise<Void>? {
        if case .beginning = phase {
            phase = .beginning(isOver: true)
            return nil
        }
        return next()
    }

    /// Marks a call as begun. Returns the next call if the interval is over already and a call is waiting.
    mutating func begun() -> Promise<Void>? {
        if case .beginning(isOver: true) = phase { return next() }
        phase = .resting
        return nil
    }

    private mutating func next() -> Promise<Void>? {
        phase = waiting == nil ? .idle : .beginning(isOver: false)
        return waiting.take()
    }
}
