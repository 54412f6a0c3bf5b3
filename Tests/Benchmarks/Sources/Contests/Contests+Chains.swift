import NIOCore
import Tasks

/// Chains of futures.
extension Contest {
    package static let chain = Contest(
        "chain, per link", operations: 10_000, budget: Budget(ofNIO: 0.60, ofNative: 1, allocations: 3),
        ours: Contestant { counting in
            measured(counting) {
                let start = escaping(Promise<Int>())
                var last = start.future
                for number in 0..<10_000 { last = last.continueOnSuccessWith { $0 &+ number } }
                start.set(0)
                consume(last.result ?? .min)
            }
        },
        nio: onLoop { loop, counting in
            measured(counting) {
                let start = escaping(loop.makePromise(of: Int.self))
                var last = start.futureResult
                for number in 0..<10_000 { last = last.map { $0 &+ number } }
                start.succeed(0)
                last.whenSuccess { consume($0) }
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                var last = Task { 0 }
                for number in 0..<10_000 {
                    let previous = last
                    last = Task { await previous.value &+ number }
                }
                consume(await last.value)
            }
        }
    )

    package static let flatChain = Contest(
        "flat chain (inner pending), per link", operations: 10_000, budget: Budget(ofNIO: 0.60, ofNative: 1, allocations: 3),
        ours: Contestant { counting in
            measured(counting) {
                let start = escaping(Promise<Int>())
                let inner = (0..<10_000).map { _ in escaping(Promise<Int>()) }
                var last = start.future
                for promise in inner { last = last.continueOnSuccessWithFuture { _ in promise.future } }
                start.set(0)
                for (number, promise) in inner.enumerated() { promise.set(number) }
                consume(last.result ?? .min)
            }
        },
        nio: onLoop { loop, counting in
            measured(counting) {
                let start = escaping(loop.makePromise(of: Int.self))
                let inner = (0..<10_000).map { _ in escaping(loop.makePromise(of: Int.self)) }
                var last = start.futureResult
                for promise in inner { last = last.flatMap { _ in promise.futureResult } }
                start.succeed(0)
                for (number, promise) in inner.enumerated() { promise.succeed(number) }
                last.whenSuccess { consume($0) }
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                var last = Task { 0 }
                for number in 0..<10_000 {
                    let previous = last
                    last = Task {
                        _ = await previous.value
                        return await Task { number }.value
                    }
                }
                consume(await last.value)
            }
        }
    )
}
