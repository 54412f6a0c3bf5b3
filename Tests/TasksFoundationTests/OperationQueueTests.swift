import Foundation
import Tasks
import TasksFoundation
import Testing

/// Futures and operation queues.
struct OperationQueueTests {
    @Test("task-161: the executor of an operation queue runs a closure as an operation and does not wait")
    func task161() async throws {
        let queue = OperationQueue()
        queue.name = "letters"
        queue.isSuspended = true
        let executor = FutureExecutor.operationQueue(queue)

        let name = Future("a").continueOnSuccessWith(executor) { $0 + (OperationQueue.current?.name ?? "nobody") }

        #expect(!name.isCompleted)
        #expect(queue.operationCount == 1)
        queue.isSuspended = false
        #expect(try await name.value == "aletters")
    }

    @Test("a queue that runs one operation at a time keeps the order")
    func order() async throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let start = Promise<Int>()
        let written = Locked<[Int]>([])
        let all = (0..<100).map { number in
            start.future.continueOnSuccessWith(.operationQueue(queue)) { _ in written.withLock { $0.append(number) } }
        }
        start.set(0)
        try await Future.whenAll(all).value
        #expect(written.withLock { $0 } == Array(0..<100))
    }

    @Test("an operation that is cancelled before it runs fails its future with BrokenPromise")
    func cancelled() {
        let queue = OperationQueue()
        queue.name = "thumbnails"
        queue.isSuspended = true
        let future = Future(executor: .operationQueue(queue)) { 1 }
        queue.cancelAllOperations()
        queue.isSuspended = false
        future.wait()
        #expect((future.error as? BrokenPromise)?.reason == .jobDropped(executor: "operationQueue(thumbnails)"))
    }

    @Test("the description names the queue")
    func description() {
        let queue = OperationQueue()
        queue.name = "letters"
        #expect(FutureExecutor.operationQueue(queue).description.contains("letters"))
    }
}
