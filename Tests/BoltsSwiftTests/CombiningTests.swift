import BoltsSwift
import Testing

/// Combined tasks, by the rules of Bolts-Swift.
struct CombiningTests {
    @Test("task-079, task-099: waiting for no tasks completes at once")
    func nothing() {
        #expect(Task<Int>.whenAll([]).completed)
        #expect(Task<Int>.whenAll([]).error == nil)
        #expect(Task<Int>.whenAllResult([]).result == [])
        #expect(Task<Int>.whenAny([]).completed)
        #expect(Task<Int>.whenAny([]).error == nil)
    }

    @Test("whenAll waits for every task, whatever has failed before")
    func all() {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = Task.whenAll(sources.map { $0.task })
        sources[0].set(error: Mistake())
        sources[1].set(result: 1)
        #expect(!all.completed)
        sources[2].set(result: 2)
        #expect(all.faulted)
    }

    @Test("even a single error is wrapped in an aggregate")
    func singleError() throws {
        let all: Task<Void> = Task.whenAll(Task(1), Task<Int>(error: Mistake(number: 1)))
        let aggregate = try #require(all.error as? AggregateError)
        #expect(aggregate.errors.map { $0 as? Mistake } == [Mistake(number: 1)])
    }

    @Test("task-084, task-086: errors are in the order of the tasks")
    func errorOrder() throws {
        let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
        let all = Task.whenAllResult(sources.map { $0.task })
        for number in [2, 1, 0] { sources[number].set(error: Mistake(number: number)) }
        let aggregate = try #require(all.error as? AggregateError)
        #expect(aggregate.errors.map { ($0 as? Mistake)?.number } == [0, 1, 2])
    }

    @Test("task-088, as in Bolts-Swift: a cancellation wins over errors")
    func cancellationWins() {
        let all = Task.whenAll(Task(1), Task.cancelledTask(), Task(error: Mistake()))
        #expect(all.cancelled && !all.faulted)
        #expect(Task.whenAllResult([Task(1), Task.cancelledTask()]).cancelled)
    }

    @Test("task-091: results are in the order of the tasks")
    func results() {
        let sources = (0..<20).map { _ in TaskCompletionSource<Int>() }
        let all = Task.whenAllResult(sources.map { $0.task })
        for (number, source) in sources.enumerated().reversed() { source.set(result: number) }
        #expect(all.result == Array(0..<20))
        #expect(Task.whenAllResult(Task("a"), Task("b")).result == ["a", "b"])
    }

    @Test("task-109, task-111: whenAny succeeds with the first completion, whatever its outcome")
    func any() {
        for complete in [{ $0.set(result: 1) }, { $0.set(error: Mistake()) }, { $0.cancel() }] as [(TaskCompletionSource<Int>) -> Void] {
            let sources = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
            let any = Task.whenAny(sources.map { $0.task })
            let variadic = Task.whenAny(sources[0].task, sources[1].task)
            #expect(!any.completed)
            complete(sources[1])
            #expect(any.completed && !any.faulted && !any.cancelled)
            #expect(variadic.completed && !variadic.faulted && !variadic.cancelled)
            #expect(!sources[0].task.completed)
        }
    }
}
