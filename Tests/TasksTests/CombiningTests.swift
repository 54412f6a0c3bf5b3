import Tasks
import Testing

@Suite struct `All of many` {
    @Test func `task-079 of no futures is a success at once`() {
        #expect(Future<Int>.whenAll([]).result != nil)
        #expect(Future<Int>.whenAllResults([]).result == [])
    }

    @Test func `task-081 without results is empty`() {
        let future: Future<Void> = Future.whenAll([Future(1), Future(2)])
        #expect(future.result != nil)
    }

    @Test func `a single error is passed on unchanged`() {
        let future = Future.whenAll([Future(1), Future(error: Mistake(number: 83))])
        #expect(future.error as? Mistake == Mistake(number: 83))
    }

    @Test func `task-084 lists both of two errors`() throws {
        let promises = (0..<20).map { _ in Promise<Int>() }
        let all = Future<Int>.whenAll(promises.map(\.future))
        for (index, promise) in promises.enumerated() {
            #expect(!all.isCompleted)
            if index == 3 || index == 15 { promise.set(error: Mistake(number: index)) } else { promise.set(index) }
        }
        let error = try #require(all.error as? AggregateError)
        #expect(error.errors.compactMap { ($0 as? Mistake)?.number } == [3, 15])
    }

    @Test func `task-086 lists errors in the order of the input`() throws {
        let promises = (0..<3).map { _ in Promise<Int>() }
        let all = Future<Int>.whenAll(promises.map(\.future))
        for index in [2, 1, 0] { promises[index].set(error: Mistake(number: index)) }
        let error = try #require(all.error as? AggregateError)
        #expect(error.errors.compactMap { ($0 as? Mistake)?.number } == [0, 1, 2])
    }

    @Test func `task-088 an error beats a cancellation`() {
        let all = Future.whenAll([Future(1), .cancelled(), Future(error: Mistake(number: 88))])
        #expect(all.error as? Mistake == Mistake(number: 88))
    }

    @Test func `task-089 a cancellation beats success`() {
        #expect(Future.whenAll([Future(1), .cancelled()]).isCancelled)
        #expect(Future.whenAllResults([Future(1), .cancelled()]).isCancelled)
    }

    @Test func `task-091 gives results in the order of the input`() {
        let promises = (0..<20).map { _ in Promise<Int>() }
        let all = Future<Int>.whenAllResults(promises.map(\.future))
        for index in (0..<20).shuffled() { promises[index].set(index) }
        #expect(all.result == Array(0..<20))
    }

    @Test func `task-093 gives no results with an error`() {
        let all = Future.whenAllResults([Future(1), Future(error: Mistake(number: 93)), Future(2)])
        #expect(all.error as? Mistake == Mistake(number: 93))
        #expect(all.result == nil)
    }

    @Test func `task-096 counts the same future twice`() {
        let promise = Promise<Int>()
        let all = Future.whenAll([promise.future, promise.future])
        let results = Future.whenAllResults([promise.future, promise.future])
        promise.set(96)
        #expect(all.result != nil)
        #expect(results.result == [96, 96])
    }

    @Test func `task-098 of settled futures is settled when the call returns`() {
        #expect(Future.whenAll([Future(1), Future(2)]).isCompleted)
    }

    @Test func `keeps empty results`() {
        #expect(Future.whenAllResults([Future<Int?>(nil), Future<Int?>(1)]).result == [nil, 1])
    }

    @Test func `does not fail early`() {
        let slow = Promise<Int>()
        let all = Future.whenAll([Future(error: Mistake()), slow.future])
        #expect(!all.isCompleted)
        slow.set(1)
        #expect(all.isFaulted)
    }
}

@Suite struct `Any of many` {
    @Test func `task-099 of no futures is a success without a result`() {
        #expect(Future<Int>.whenAny([]).result == .some(nil))
    }

    @Test func `task-101 is the first success while others are pending`() {
        let held = Promise<String>()
        let any = Future.whenAny([held.future, Future("first")])
        #expect(any.result == "first")
        #expect(!held.future.isCompleted)
        held.set("late")
        #expect(any.result == "first")
    }

    @Test func `waits for a success after errors and cancellations`() {
        let last = Promise<Int>()
        let any = Future.whenAny([Future(error: Mistake()), .cancelled(), last.future])
        #expect(!any.isCompleted)
        last.set(102)
        #expect(any.result == 102)
    }

    @Test func `task-104 with a single error fails with it`() {
        #expect(Future<Int>.whenAny([Future(error: Mistake(number: 104))]).error as? Mistake == Mistake(number: 104))
    }

    @Test func `lists several errors in the order of the input`() throws {
        let promises = (0..<2).map { _ in Promise<Int>() }
        let any = Future<Int>.whenAny(promises.map(\.future))
        for index in [1, 0] { promises[index].set(error: Mistake(number: index)) }
        let error = try #require(any.error as? AggregateError)
        #expect(error.errors.compactMap { ($0 as? Mistake)?.number } == [0, 1])
    }

    @Test func `task-106 a cancellation beats errors`() {
        #expect(Future<Int>.whenAny([.cancelled(), Future(error: Mistake())]).isCancelled)
    }

    @Test func `task-107 of cancelled futures is cancelled`() {
        #expect(Future<Int>.whenAny([.cancelled(), .cancelled()]).isCancelled)
    }

    @Test func `task-109 the first completion does not wait for the others`() {
        let promises = (0..<21).map { _ in Promise<Int>() }
        let first = Future<Int>.whenAnyCompletes(promises.map(\.future))
        #expect(!first.isCompleted)
        promises[8].set(8)
        #expect(first.result??.result == 8)
        // A promise that is dropped breaks, and the optimized program drops the array after its last use.
        withExtendedLifetime(promises) {}
    }

    @Test func `task-111 the first completion is a success even if it is a cancellation`() {
        let promises = (0..<3).map { _ in Promise<Int>() }
        let first = Future<Int>.whenAnyCompletes(promises.map(\.future))
        promises[1].cancel()
        #expect(first.isCompleted && !first.isFaulted && !first.isCancelled)
        #expect(first.result??.isCancelled == true)
        withExtendedLifetime(promises) {}
    }

    @Test func `observers of the losers are removed`() {
        let objects = LiveObjects()
        let never = Promise<LiveObjects.Object>()
        for _ in 0..<1000 {
            #expect(Future.whenAny([never.future, Future(objects.make())]).isCompleted)
        }
        #expect(objects.count < 20)
    }
}
