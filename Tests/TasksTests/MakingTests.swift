import Dispatch
import Tasks
import TestSupport
import Testing

@Suite struct `A future made` {
    @Test func `task-064 from a closure has the closure's value when the call returns`() {
        #expect(Future { 5 }.result == 5)
    }

    @Test func `from a closure that throws has failed`() {
        #expect(Future<Int> { throw Mistake(number: 64) }.error as? Mistake == Mistake(number: 64))
    }

    @Test func `task-066 from a closure that throws CancellationError is cancelled`() {
        let future = Future<Int> { throw CancellationError() }
        #expect(future.isCancelled)
        #expect(future.error == nil)
    }

    @Test func `task-068 from a closure that returns a cancelled future is cancelled`() {
        #expect(Future<Int>.unwrapping { .cancelled() }.isCancelled)
    }

    @Test func `task-070 from a closure that returns a pending future ends like that future`() {
        let queue = DispatchQueue(label: "executor")
        let inner = Promise<Int>()
        let outer = Future.unwrapping(executor: .queue(queue)) { inner.future }
        queue.sync {}
        #expect(!outer.isCompleted)
        inner.set(70)
        #expect(outer.result == 70)
    }

    @Test func `task-072 sees its token inside the closure`() async {
        let source = CancellationTokenSource()
        let half = DispatchSemaphore(value: 0)
        let token = source.token
        let future = Future<Int>(executor: .queue(DispatchQueue(label: "work"))) {
            half.wait()
            try token.throwIfCancellationRequested()
            return 1
        }
        source.cancel()
        half.signal()
        #expect(await future.settled().isCancelled)
    }

    @Test func `task-073 with a delay is pending until the delay is over`() {
        let timer = ManualTimer()
        let future = Future.withDelay(.milliseconds(100), timer: timer)
        #expect(!future.isCompleted)
        timer.advance(by: .milliseconds(99))
        #expect(!future.isCompleted)
        timer.advance(by: .milliseconds(1))
        #expect(future.result != nil)
    }

    @Test func `with a delay succeeds by the real clock`() async {
        let clock = ContinuousClock()
        let start = clock.now
        _ = await Future.withDelay(.milliseconds(20)).settled()
        #expect(clock.now - start >= .milliseconds(15))
    }

    @Test(arguments: [Duration.zero, .milliseconds(-5)])
    func `task-075 with a zero or negative delay has already settled`(delay: Duration) {
        #expect(Future.withDelay(delay, timer: ManualTimer()).result != nil)
    }

    @Test func `with a delay and a cancelled token is cancelled at once`() {
        let source = CancellationTokenSource()
        source.cancel()
        let timer = ManualTimer()
        #expect(Future.withDelay(.seconds(1), token: source.token, timer: timer).isCancelled)
        #expect(timer.pendingCount == 0)
    }

    @Test func `with a delay is cancelled, and the timer stopped, when its token is`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        let future = Future.withDelay(.seconds(1), token: source.token, timer: timer)
        #expect(!future.isCompleted)
        source.cancel()
        #expect(future.isCancelled)
        #expect(timer.pendingCount == 0)
    }

    @Test func `task-078 with a delay that is over stays successful when its token is cancelled`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        let future = Future.withDelay(.milliseconds(10), token: source.token, timer: timer)
        timer.advance(by: .milliseconds(10))
        source.cancel()
        #expect(future.result != nil)
        #expect(!future.isCancelled)
    }
}
