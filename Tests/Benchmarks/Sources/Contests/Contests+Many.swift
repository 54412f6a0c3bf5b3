import Dispatch
import NIOCore
import Tasks

/// Many futures at once.
extension Contest {
    private static let many = 10_000

    package static let fanOut = Contest(
        "fan-out 10,000, each", operations: many, budget: Budget(ofNIO: 0.50, ofNative: 1, allocations: 2),
        ours: Contestant { counting in
            measured(counting) {
                let promise = escaping(Promise<Int>())
                var ends: [Future<Int>] = []
                ends.reserveCapacity(many)
                for number in 0..<many { ends.append(promise.future.continueOnSuccessWith { $0 &+ number }) }
                promise.set(1)
                consume(ends[many - 1].result ?? .min)
            }
        },
        nio: onLoop { loop, counting in
            measured(counting) {
                let promise = escaping(loop.makePromise(of: Int.self))
                var ends: [EventLoopFuture<Int>] = []
                ends.reserveCapacity(many)
                for number in 0..<many { ends.append(promise.futureResult.map { $0 &+ number }) }
                promise.succeed(1)
                ends[many - 1].whenSuccess { consume($0) }
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                let first = Task { 1 }
                let ends = (0..<many).map { number in Task { await first.value &+ number } }
                for end in ends { consume(await end.value) }
            }
        }
    )

    package static let all = Contest(
        "all of 10,000 from two threads, each", operations: many, budget: Budget(ofNIO: 0.45, ofNative: 1, allocations: 3),
        ours: Contestant { counting in
            measured(counting) {
                let promises = (0..<many).map { _ in escaping(Promise<Int>()) }
                let all = Future.whenAllResults(promises.map { $0.future })
                DispatchQueue.concurrentPerform(iterations: 2) { half in
                    for index in half * many / 2..<(half + 1) * many / 2 { promises[index].set(index) }
                }
                consume(all.result?.count ?? .min)
            }
        },
        nio: Contestant { counting in
            let loop = Loops.first
            return await measured(counting) {
                let promises = (0..<many).map { _ in escaping(loop.makePromise(of: Int.self)) }
                let all = EventLoopFuture.whenAllSucceed(promises.map { $0.futureResult }, on: loop)
                DispatchQueue.concurrentPerform(iterations: 2) { half in
                    for index in half * many / 2..<(half + 1) * many / 2 { promises[index].succeed(index) }
                }
                // None of the futures fails. If one did, `.min` would show up.
                consume((try? await all.get().count) ?? .min)
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                let values = await withTaskGroup(of: Int.self) { group in
                    for number in 0..<many { group.addTask { number } }
                    return await group.reduce(0, &+)
                }
                consume(values)
            }
        }
    )

    /// The reference is our own `all`, so that `any` of many costs as little.
    package static let any = Contest(
        "any of 10,000, none succeeds, each", operations: many, budget: Budget(ofBare: 1.2, allocations: 3),
        ours: Contestant { counting in
            measured(counting) {
                let promises = (0..<many).map { _ in escaping(Promise<Int>()) }
                let any = Future.whenAny(promises.map { $0.future })
                for promise in promises { promise.cancel() }
                consume(any.isCancelled ? 1 : .min)
            }
        },
        bare: Contestant { counting in
            measured(counting) {
                let promises = (0..<many).map { _ in escaping(Promise<Int>()) }
                let all = Future.whenAll(promises.map { $0.future })
                for promise in promises { promise.cancel() }
                consume(all.isCancelled ? 1 : .min)
            }
        }
    )

    package static let queueHop = Contest(
        "queue hop, burst of 10,000, each", operations: many, budget: Budget(allocations: 5),
        ours: Contestant { counting in
            let queue = DispatchQueue(label: "hop")
            return measured(counting) {
                let sum = Sum()
                let future = Future(1)
                for _ in 0..<many { future.continueOnSuccessWith(.queue(queue)) { sum.value &+= $0 } }
                queue.sync {}
                consume(sum.value)
            }
        },
        nio: Contestant { counting in
            await measured(counting) {
                let future = Loops.first.makeSucceededFuture(1)
                let done = escaping(Loops.second.makePromise(of: Int.self))
                let sum = Sum()
                for _ in 0..<many {
                    future.hop(to: Loops.second).whenSuccess {
                        sum.value &+= $0
                        if sum.value == many { done.succeed(sum.value) }
                    }
                }
                // The future does not fail. If it did, `.min` would show up.
                consume((try? await done.futureResult.get()) ?? .min)
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                let counter = Counter()
                let tasks = (0..<many).map { _ in Task { await counter.add() } }
                for task in tasks { await task.value }
                consume(await counter.value)
            }
        }
    )

    package static let cancellation = Contest(
        "10,000 cancellation observers, each", operations: many, budget: Budget(ofNative: 1, allocations: 3),
        ours: Contestant { counting in
            measured(counting) {
                let source = CancellationTokenSource()
                let sum = Sum()
                for number in 0..<many { source.token.onCancellation { sum.value &+= number } }
                source.cancel()
                consume(sum.value)
            }
        },
        native: Contestant { counting in
            await measured(counting) {
                let tasks = (0..<many).map { _ in
                    Task {
                        let stream = AsyncStream<Never> { _ in }
                        for await _ in stream {}
                    }
                }
                for task in tasks { task.cancel() }
                for task in tasks { await task.value }
            }
        }
    )

    private actor Counter {
        var value = 0
        func add() { value += 1 }
    }
}
