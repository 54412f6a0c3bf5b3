import NIOCore
import Tasks

/// Tasks that have to wait.
extension Contest {
    private static let rounds = 10_000

    package static let awaiting = Contest(
        "await a pending one", operations: rounds, budget: Budget(ofNative: 1, ofBare: 1.15, allocations: 4),
        ours: suspending { box in
            let promise = escaping(Promise<Int>())
            box.resume = { promise.set(1) }
            // The promise never fails. If it did, `.min` would show up in the sum.
            return (try? await promise.future.value) ?? .min
        },
        nio: Contestant { counting in
            let loop = Loops.first
            return await measured(counting) {
                var sum = 0
                for _ in 0..<rounds / 10 {
                    let promise = escaping(loop.makePromise(of: Int.self))
                    loop.execute { promise.succeed(1) }
                    // The promise never fails. If it did, `.min` would show up in the sum.
                    sum &+= (try? await promise.futureResult.get()) ?? .min
                }
                consume(sum)
            }.scaled(by: 10)
        },
        native: suspending { box in
            let executor = box.executor
            let task = Task(executorPreference: executor) {
                await withUnsafeContinuation { continuation in
                    box.resume = { continuation.resume(returning: 1) }
                }
            }
            return await task.value
        },
        // The minimum for any cancellable wait: a continuation, and a handler that could resume it.
        bare: suspending { box in
            await withTaskCancellationHandler {
                await withUnsafeContinuation { continuation in
                    box.resume = { continuation.resume(returning: 1) }
                }
            } onCancel: {
                box.isOver = true
            }
        }
    )

    /// A task that suspends repeatedly in `wait` and is resumed each time through the box that `wait` filled. Everything runs on one
    /// thread.
    private static func suspending(_ wait: @escaping @Sendable (Box) async -> Int) -> Contestant {
        Contestant { counting in
            measured(counting) {
                let executor = ManualExecutor()
                let box = Box(executor)
                let task = Task(executorPreference: executor) {
                    var sum = 0
                    for _ in 0..<rounds { sum &+= await wait(box) }
                    consume(sum)
                    box.isOver = true
                }
                while !box.isOver {
                    executor.runUntilIdle()
                    let resume = box.resume
                    box.resume = nil
                    resume?()
                }
                _ = task
            }
        }
    }

    private final class Box: @unchecked Sendable {
        // @unchecked: everything runs on one thread.
        let executor: ManualExecutor
        var resume: (() -> Void)?
        var isOver = false

        init(_ executor: ManualExecutor) {
            self.executor = executor
        }
    }
}
