extension Future {
    /// Runs `body` until it succeeds, at most `times` more times after the first, and returns a future of the last outcome.
    ///
    ///     let page = Future<Page>.retry(
    ///         times: 3, backoff: .exponential(from: .milliseconds(200)).jittered(), if: { $0 is ConnectionLost }
    ///     ) { attempt in load() }
    ///
    /// - A cancellation is never retried, whether the token was canceled or the future that `body` returned.
    /// - After the last attempt, the returned future fails with the error of that attempt.
    /// - An error that `body` throws is retried like an error of the future it returns.
    /// - The attempts need constant memory and stack, however many there are.
    /// - Parameters:
    ///   - times: How many retries there are at most. With 3, `body` runs up to four times; with 0 or less, once.
    ///   - backoff: How long to wait before each retry.
    ///   - token: Canceling it ends a pause at once, and prevents further attempts. Pass it on to the work in `body`, so that it stops
    ///     too.
    ///   - timer: The timer that measures the pauses.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - condition: Whether to try again after this error. By default after every error.
    ///   - body: One attempt; the first has the number 1 and runs on the calling thread. A later attempt runs on the thread that ended the
    ///     pause or, without a pause, on the thread that ended the previous attempt.
    public static func retry(
        times: Int, backoff: Backoff = .none, token: CancellationToken? = nil, timer: any FutureTimer = .dispatch,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        if condition: @escaping @Sendable (any Error) -> Bool = { _ in true },
        _ body: @escaping @Sendable (_ attempt: Int) throws -> Future<Value>
    ) -> Future<Value> {
        let attempts = Locked(Attempts<Value>())
        return Future<Void>()
            .continueWhile({ attempts.withLock { $0.end == nil } }, token: token) {
                let number = attempts.withLock { $0.begin() }
                let pause = number == 1 ? .zero : backoff.pause(before: number - 1)
                return Future<Void>.withDelay(pause, token: token, timer: timer)
                    .continueOnSuccessWithFuture(token: token) { try body(number) }
                    .continueWith(.immediate) { attempt in
                        if let error = attempt.error, number <= times, condition(error) { return }
                        attempts.withLock { $0.end = attempt.outcome }
                    }
            }
            .continueWithFuture(.immediate, file: file, line: line, function: function) { loop in
                // A loop that was canceled has no last outcome.
                loop.isCancelled ? .cancelled() : Future(outcome: attempts.withLock { $0.end } ?? .cancelled)
            }
    }
}

/// The attempts so far.
private struct Attempts<Value: Sendable>: Sendable {
    private var count = 0
    /// The outcome of the last attempt, once it is known that no other attempt follows.
    var end: Outcome<Value>?

    /// Begins an attempt and returns its number.
    mutating func begin() -> Int {
        count += 1
        return count
    }
}

/// How long to wait before each retry; see ``Future/retry(times:backoff:token:timer:file:line:function:if:_:)``.
public struct Backoff: Sendable {
    private let pause: @Sendable (Int) -> Duration

    /// Creates a backoff of your own.
    ///
    /// - Parameter pause: Returns the pause before a retry. The first retry has the number 1. A negative pause counts as zero.
    public init(_ pause: @escaping @Sendable (_ retry: Int) -> Duration) {
        self.pause = pause
    }

    /// Retries at once.
    public static var none: Backoff { constant(.zero) }

    /// Waits the same time before each retry.
    public static func constant(_ pause: Duration) -> Backoff {
        Backoff { _ in pause }
    }

    /// Waits longer before each retry: `first`, then `factor` times as long as before, but never longer than `limit`.
    ///
    /// - Parameters:
    ///   - first: The pause before the first retry.
    ///   - factor: The growth. A factor below 1 counts as 1.
    ///   - limit: The longest pause.
    public static func exponential(from first: Duration, factor: Double = 2, atMost limit: Duration = .seconds(60)) -> Backoff {
        Backoff { retry in
            guard first > .zero else { return .zero }
            let growth = power(of: max(factor, 1), retry - 1)
            // The quotient is compared because the product may be longer than any duration.
            return growth < limit / first ? first * growth : limit
        }
    }

    /// Returns `base` multiplied `exponent` times; infinity if that is too large.
    private static func power(of base: Double, _ exponent: Int) -> Double {
        var (result, square, rest) = (1.0, base, exponent)
        while rest > 0 {
            if rest % 2 == 1 { result *= square }
            square *= square
            rest /= 2
        }
        return result
    }

    /// Shortens each pause by a random share, so that clients that failed together do not retry together.
    ///
    /// - Parameters:
    ///   - share: The largest share of the pause that is taken off, from 0 to 1.
    ///   - random: Returns a number in the range; a test passes numbers that it chose.
    public func jittered(
        by share: Double = 0.5, random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
    ) -> Backoff {
        let range = 0...min(max(share, 0), 1)
        return Backoff { [self] retry in pause(before: retry) * (1 - random(range)) }
    }

    /// The pause before a retry, never negative. The first retry has the number 1.
    public func pause(before retry: Int) -> Duration {
        max(pause(retry), .zero)
    }
}
