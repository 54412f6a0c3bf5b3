import BoltsSwift
import Tasks
import Testing

/// Both libraries used in one file. Module names distinguish their types.
struct BridgeTests {
    struct Mistake: Error {}

    @Test("a task becomes a future, before and after it has completed", arguments: [false, true])
    func future(early: Bool) async throws {
        let source = TaskCompletionSource<Int>()
        if early { source.set(result: 1) }
        let future: Future<Int> = source.task.future
        if !early { source.set(result: 1) }
        #expect(future.result == 1)
        #expect(try await future.value == 1)
    }

    @Test("a future becomes a task, before and after it has settled", arguments: [false, true])
    func task(early: Bool) {
        let promise = Promise<Int>()
        if early { promise.set(1) }
        let task: BoltsSwift.Task<Int> = promise.future.task
        if !early { promise.set(1) }
        #expect(task.result == 1)
    }

    @Test("failures and cancellations are bridged in both directions")
    func otherOutcomes() {
        #expect(BoltsSwift.Task<Int>(error: Mistake()).future.error is Mistake)
        #expect(BoltsSwift.Task<Int>.cancelledTask().future.isCancelled)
        #expect(Future<Int>(error: Mistake()).task.error is Mistake)
        #expect(Future<Int>.cancelled().task.cancelled)
    }

    @Test("an error that means cancellation in one library cancels in the other")
    func cancellationErrors() {
        #expect(BoltsSwift.Task<Int>(error: CancelledError()).future.isCancelled)
        #expect(BoltsSwift.Task<Int>(error: CancellationError()).future.isCancelled)
        #expect(Future<Int>(error: CancellationError()).task.cancelled)
    }

    @Test("an aggregate error keeps the type of the library that combined the errors")
    func aggregates() throws {
        let bolts = BoltsSwift.Task.whenAll(BoltsSwift.Task<Int>(error: Mistake()), BoltsSwift.Task(error: Mistake()))
        let ours = Future.whenAll([Future<Int>(error: Mistake()), Future(error: Mistake())])
        #expect(bolts.future.error is BoltsSwift.AggregateError)
        #expect(ours.task.error is Tasks.AggregateError)
    }

    @Test("Swift's own Task can be used in the same file")
    func swiftTask() async throws {
        let task = _Concurrency.Task { 1 }
        let executor: BoltsSwift.Executor = .immediate
        #expect(await task.value == 1)
        #expect(executor.description.contains("Immediate"))
        #expect(try await Future<Int>.async(task).task.future.value == 1)
    }
}
