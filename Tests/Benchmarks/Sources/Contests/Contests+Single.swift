import NIOCore
import Tasks

/// Work that is done once for each future.
extension Contest {
    package static let create = Contest(
        "create, complete, read", operations: 20_000, budget: Budget(ofNIO: 0.45, ofNative: 1, allocations: 2),
        ours: Contestant { counting in
            measured(counting) {
                var sum = 0
                for number in 0..<20_000 {
                    let promise = escaping(Promise<Int>())
                    promise.set(number)
                    sum &+= promise.future.result ?? 0
                }
                consume(sum)
            }
        },
        nio: onLoop { loop, counting in
            measured(counting) {
                let sum = Sum()
                for number in 0..<20_000 {
                    let promise = escaping(loop.makePromise(of: Int.self))
                    promise.succeed(number)
                    promise.futureResult.whenSuccess { sum.value &+= $0 }
                }
                consume(sum.value)
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                var sum = 0
                for number in 0..<20_000 { sum &+= await Task.immediate { number }.value }
                consume(sum)
            }
        }
    )

    package static let before = Contest(
        "one continuation, then complete", operations: 20_000, budget: Budget(ofNIO: 0.33, ofNative: 1, allocations: 4),
        ours: Contestant { counting in
            measured(counting) {
                var sum = 0
                for number in 0..<20_000 {
                    let promise = escaping(Promise<Int>())
                    let next = promise.future.continueOnSuccessWith { $0 &+ number }
                    promise.set(number)
                    sum &+= next.result ?? 0
                }
                consume(sum)
            }
        },
        nio: onLoop { loop, counting in
            measured(counting) {
                let sum = Sum()
                for number in 0..<20_000 {
                    let promise = escaping(loop.makePromise(of: Int.self))
                    promise.futureResult.map { $0 &+ number }.whenSuccess { sum.value &+= $0 }
                    promise.succeed(number)
                }
                consume(sum.value)
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                var sum = 0
                for number in 0..<2_000 {
                    let first = Task { number }
                    sum &+= await Task { await first.value &+ number }.value
                }
                consume(sum)
            }.scaled(by: 10)
        }
    )

    package static let after = Contest(
        "continuation on a completed one", operations: 20_000, budget: Budget(ofNIO: 0.40, ofNative: 1, allocations: 2),
        ours: Contestant { counting in
            let future = Future(1)
            return measured(counting) {
                var sum = 0
                for number in 0..<20_000 { sum &+= future.continueOnSuccessWith { $0 &+ number }.result ?? 0 }
                consume(sum)
            }
        },
        nio: onLoop { loop, counting in
            let future = loop.makeSucceededFuture(1)
            return measured(counting) {
                let sum = Sum()
                for number in 0..<20_000 { future.map { $0 &+ number }.whenSuccess { sum.value &+= $0 } }
                consume(sum.value)
            }
        },
        native: Contestant { counting in
            let first = Task { 1 }
            _ = await first.value
            return await measured(counting) {
                var sum = 0
                for number in 0..<20_000 { sum &+= await Task.immediate { await first.value &+ number }.value }
                consume(sum)
            }
        }
    )

    package static let read = Contest(
        "read a result", operations: 1_000_000, budget: Budget(ofNIO: 0.05, ofNative: 1, allocations: 0),
        ours: Contestant { counting in
            let future = Future(1)
            return measured(counting) {
                var sum = 0
                for _ in 0..<1_000_000 { sum &+= future.result ?? 0 }
                consume(sum)
            }
        },
        nio: onLoop { loop, counting in
            let future = loop.makeSucceededFuture(1)
            return measured(counting) {
                let sum = Sum()
                for _ in 0..<100_000 { future.whenSuccess { sum.value &+= $0 } }
                consume(sum.value)
            }.scaled(by: 10)
        },
        native: Contestant { counting in
            let task = Task { 1 }
            _ = await task.value
            return await measured(counting) {
                var sum = 0
                for _ in 0..<100_000 { sum &+= await task.value }
                consume(sum)
            }.scaled(by: 10)
        }
    )
}

extension Sample {
    /// Scales the sample of a contestant that did only part of the work.
    func scaled(by factor: Int) -> Sample {
        Sample(
            nanoseconds: nanoseconds * Double(factor), allocations: allocations * factor, bytes: bytes * factor,
            blocks: blocks * factor
        )
    }
}
