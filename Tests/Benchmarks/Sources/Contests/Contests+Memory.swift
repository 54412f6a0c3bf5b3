import NIOCore
import Tasks

/// The memory of pending futures. Only `bytes` and `blocks` are meaningful in these rows.
extension Contest {
    private static let kept = 10_000

    package static let pendingMemory = Contest(
        "pending", operations: kept, budget: Budget(bytes: 80),
        ours: Contestant { _ in
            keeping { _ in Promise<Int>() }
        },
        nio: onLoop { loop, _ in
            let promises = Kept<EventLoopPromise<Int>>(kept)
            let sample = measured(true) {
                for _ in 0..<kept { promises.values.append(loop.makePromise(of: Int.self)) }
            }
            for promise in promises.values { promise.succeed(1) }
            return sample
        }
    )

    package static let continuedMemory = Contest(
        "pending, one continuation", operations: kept, budget: Budget(bytes: 208),
        ours: Contestant { _ in
            keeping { number in
                let promise = Promise<Int>()
                promise.future.continueOnSuccessWith { $0 &+ number }
                return promise
            }
        },
        nio: onLoop { loop, _ in
            let promises = Kept<EventLoopPromise<Int>>(kept)
            let sample = measured(true) {
                for number in 0..<kept {
                    let promise = loop.makePromise(of: Int.self)
                    _ = promise.futureResult.map { $0 &+ number }
                    promises.values.append(promise)
                }
            }
            for promise in promises.values { promise.succeed(1) }
            return sample
        }
    )

    package static let delayMemory = Contest(
        "pending delay with a token", operations: kept, budget: Budget(bytes: 500),
        ours: Contestant { _ in weighDelays { _ in } }
    )

    package static let cancelledDelayMemory = Contest(
        "cancelled delay, its source dropped", operations: kept, budget: Budget(bytes: 0),
        ours: Contestant { _ in
            weighDelays { sources in
                for source in sources.values { source.cancel() }
                sources.values.removeAll(keepingCapacity: true)
            }
        }
    )

    /// Weighs delays of an hour, each with a source of its own, after `end` has run. Nothing holds their futures.
    private static func weighDelays(_ end: (Kept<CancellationTokenSource>) -> Void) -> Sample {
        let sources = Kept<CancellationTokenSource>(kept)
        let sample = measured(true) {
            for _ in 0..<kept {
                let source = CancellationTokenSource()
                _ = Future.withDelay(.seconds(3600), token: source.token)
                sources.values.append(source)
            }
            end(sources)
        }
        for source in sources.values { source.cancel() }
        return sample
    }

    private static func keeping(_ make: (Int) -> Promise<Int>) -> Sample {
        let promises = Kept<Promise<Int>>(kept)
        let sample = measured(true) {
            for number in 0..<kept { promises.values.append(make(number)) }
        }
        for promise in promises.values { promise.set(1) }
        return sample
    }

    private final class Kept<Value> {
        var values: [Value] = []

        init(_ count: Int) {
            values.reserveCapacity(count)
        }
    }
}
