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
