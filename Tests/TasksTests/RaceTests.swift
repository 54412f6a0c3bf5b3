import Tasks
import TestSupport
import Testing

@Suite struct `A race` {
    @Test func `ends like the first future to settle, also if that fails or is cancelled`() {
        let (slow, fast) = (Promise<Int>(), Promise<Int>())
        let race = Future.race([slow.future, fast.future])
        #expect(!race.isCompleted)
        fast.set(error: Mistake())
        #expect(race.error is Mistake)
        #expect(Future.race([slow.future, .cancelled()]).isCancelled)
        slow.set(1)
    }

    @Test func `prefers the first in order of those that have settled`() {
        #expect(Future.race([Future(1), Future(2)]).result == 1)
    }

    @Test func `without futures is cancelled, because nothing can win it`() {
        #expect(Future<Int>.race([]).isCancelled)
    }
}

@Suite struct `A timeout` {
    private let timer = ManualTimer()

    @Test func `fails a future that is late, with the limit`() {
        let promise = Promise<Int>()
        let future = promise.future.timeout(after: .seconds(10), timer: timer)
        timer.advance(by: .seconds(9))
        #expect(!future.isCompleted)
        timer.advance(by: .seconds(1))
        #expect(future.error as? TimeoutError == TimeoutError(limit: .seconds(10)))
        #expect("\(TimeoutError(limit: .seconds(10)))" == "not settled within 10.0 seconds")
        #expect(promise.trySet(1), "the work itself goes on")
    }

    @Test func `passes on every outcome that comes in time, and releases the timer`() {
        for outcome in [Outcome.success(1), .failure(Mistake()), .cancelled] {
            let promise = Promise<Int>()
            let future = promise.future.timeout(after: .seconds(10), timer: timer)
            #expect(timer.pendingCount == 1)
            promise.trySet(outcome: outcome)
            #expect("\(future.outcome as Any)" == "\(Optional(outcome) as Any)")
            #expect(timer.pendingCount == 0)
        }
    }

    @Test func `cancels the source of the work, and still fails with the limit`() {
        let source = CancellationTokenSource()
        let promise = Promise<Int>()
        promise.cancel(with: source.token)
        let future = promise.future.timeout(after: .seconds(1), cancelling: source, timer: timer)
        timer.advance(by: .seconds(1))
        #expect(source.isCancellationRequested)
        #expect(promise.future.isCancelled)
        #expect(future.error is TimeoutError)
    }

    @Test func `never calls a settled future late, but a pending one at once if there is no time`() {
        #expect(Future(1).timeout(after: .zero, timer: timer).result == 1)
        #expect(Promise<Int>().future.timeout(after: .zero, timer: timer).error is BrokenPromise)
        let promise = Promise<Int>()
        #expect(promise.future.timeout(after: .seconds(-1), timer: timer).error is TimeoutError)
        promise.set(1)
    }

    @Test func `leaves nothing behind on a future that many wait for`() {
        let objects = LiveObjects()
        let promise = Promise<Int>()
        for _ in 0..<1000 {
            let object = objects.make()
            promise.future.timeout(after: .seconds(1), timer: timer).tap { _ in _ = object }
            timer.advance(by: .seconds(1))
        }
        #expect(objects.count == 0)
        promise.set(1)
    }
}
