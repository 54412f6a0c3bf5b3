import Dispatch
import Tasks
import TestSupport
import Testing

@Suite struct `A loop` {
    @Test func `ends when its predicate is false`() {
        let turns = Recorder<Int>()
        let loop = Future<Int>(error: Mistake()).continueWhile({ turns.entries.count < 10 }) {
            turns.note(turns.entries.count)
            return Future()
        }
        #expect(loop.result != nil)
        #expect(turns.entries == Array(0..<10))
    }

    @Test func `task-180 ends when its token is cancelled`() {
        let source = CancellationTokenSource()
        let turns = Recorder<Int>()
        let loop = Future().continueWhile({ true }, token: source.token) {
            turns.note(1)
            if turns.entries.count == 5 { source.cancel() }
            return Future()
        }
        #expect(turns.entries.count == 5)
        #expect(loop.isCancelled)
    }

    @Test func `ends with the error of a turn`() {
        let loop = Future().continueWhile({ true }) { Future<Int>(error: Mistake(number: 181)) }
        #expect(loop.error as? Mistake == Mistake(number: 181))
    }

    @Test func `ends with the error that its closures throw`() {
        #expect(Future().continueWhile({ throw Mistake() }) { Future() }.isFaulted)
        #expect(Future().continueWhile({ true }) { () -> Future<Int> in throw CancellationError() }.isCancelled)
    }

    @Test func `of many turns needs no stack`() {
        let timesLeft = Countdown(`A deep chain`.depth)
        onThread(stack: 512 * 1024) {
            #expect(Future().continueWhile({ timesLeft.takeOne() }) { Future() }.result != nil)
        }
    }

    @Test func `waits for each turn`() {
        let turns = (0..<3).map { _ in Promise<Int>() }
        let begun = Recorder<Int>()
        let loop = Future().continueWhile({ begun.entries.count < 3 }) {
            begun.note(begun.entries.count)
            return turns[begun.entries.count - 1].future
        }
        #expect(begun.entries == [0])
        turns[0].set(0)
        #expect(begun.entries == [0, 1])
        turns[1].set(1)
        #expect(!loop.isCompleted)
        turns[2].set(2)
        #expect(loop.result != nil)
    }

    @Test func `runs its turns on its executor`() async {
        let queue = DispatchQueue(label: "turns")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let seen = Recorder<Bool>()
        let loop = Future().continueWhile({ seen.entries.count < 5 }, .queue(queue)) {
            seen.note(DispatchQueue.getSpecific(key: key) ?? false)
            return Future()
        }
        _ = await loop.settled()
        #expect(seen.entries == Array(repeating: true, count: 5))
    }
}

@Suite struct `Waiting on a thread` {
    @Test func `task-168 returns after the completion`() {
        let timer = ManualTimer()
        let future = Future.withDelay(.milliseconds(50), timer: timer)
        DispatchQueue(label: "time").async { timer.advance(by: .milliseconds(50)) }
        future.wait()
        #expect(future.result != nil)
    }

    @Test func `task-170 returns at once the second time`() {
        let promise = Promise<Int>()
        DispatchQueue(label: "other").async { promise.set(1) }
        promise.future.wait()
        onThread(stack: 512 * 1024) { promise.future.wait() }
        #expect(promise.future.result == 1)
    }

    @Test func `task-172 for a chain returns when all of it has run`() {
        let seen = Recorder<Int>()
        let promise = Promise<Void>()
        var last = promise.future
        for number in 1...5 { last = last.continueOnSuccessWith { seen.note(number) } }
        DispatchQueue(label: "other").async { promise.set() }
        last.wait()
        #expect(seen.entries == [1, 2, 3, 4, 5])
    }

    @Test func `task-174 returns when the future is cancelled`() {
        let promise = Promise<Int>()
        DispatchQueue(label: "other").async { promise.cancel() }
        promise.future.wait()
        #expect(promise.future.isCancelled)
    }

    @Test func `with a limit tells whether the future has settled`() {
        let promise = Promise<Int>()
        #expect(!promise.future.wait(atMost: .milliseconds(1)))
        promise.set(1)
        #expect(promise.future.wait(atMost: .zero))
    }

    @Test @MainActor func `task-178 on the main thread for its own work ends at the limit, and the work runs afterwards`() async {
        let promise = Promise<Int>()
        let end = promise.future.continueOnSuccessWith(.main) { $0 + 1 }
        func waitOnMain() -> Bool {
            DispatchQueue(label: "other").async { promise.set(1) }
            promise.future.wait()
            // Without a limit this would wait forever, as the documentation says.
            return end.wait(atMost: .milliseconds(1))
        }
        #expect(!waitOnMain())
        #expect(await end.settled().value == 2)
    }

    @Test func `runs the work that its own thread has deferred instead of hanging`() {
        let deep = Promise<Int>()
        @Sendable func nest(_ depth: Int) {
            if depth == 0 {
                // The nesting is too deep to run this at once. If the thread did not run its deferred work, it would wait for itself.
                let putOff = Future(1).continueWith { _ in 7 }
                putOff.wait()
                deep.set(putOff.result ?? 0)
            } else {
                Future(()).continueWith(.immediate) { _ in nest(depth - 1) }
            }
        }
        nest(30)
        #expect(deep.future.result == 7)
    }

    @Test(arguments: [1, 4])
    func `for many futures on the global queue, from inside this queue, ends`(several: Int) {
        let group = DispatchGroup()
        for _ in 0..<300 {
            DispatchQueue.global().async(group: group) {
                let futures = (0..<several).map { number in Future(executor: .queue(.global())) { number } }
                let all = Future.whenAllResults(futures)
                if several == 1 { futures[0].wait() } else { all.wait() }
            }
        }
        #expect(group.wait(timeout: .now() + 60) == .success)
    }

    /// Waits with or without a limit.
    @Test(arguments: [nil, Duration.seconds(60)])
    func `for the end of a chain from the global queue that runs it, ends`(limit: Duration?) {
        let group = DispatchGroup()
        for _ in 0..<200 {
            DispatchQueue.global().async(group: group) {
                let start = Future(executor: .queue(.global())) { 1 }
                let chain = start.continueOnSuccessWith { $0 + 1 }.continueWith(.queue(.global())) { ($0.result ?? 0) + 1 }
                let all = Future.whenAllResults([chain, chain.continueOnSuccessWith { $0 + 1 }])
                let end = all.continueOnSuccessWithFuture { values in Future(executor: .queue(.global())) { values } }
                if let limit {
                    if !end.wait(atMost: limit) { Issue.record("late") }
                } else {
                    end.wait()
                }
                if end.result != [3, 4] { Issue.record("\(end)") }
            }
        }
        #expect(group.wait(timeout: .now() + 60) == .success)
    }

    @Test func `for the end of a long chain of queued closures needs no stack`() {
        onThread(stack: 512 * 1024) {
            var last = Future(executor: .queue(.global())) { 0 }
            for _ in 0..<10_000 { last = last.continueOnSuccessWith { $0 + 1 } }
            last.wait()
            #expect(last.result == 10_000)
        }
    }

    @Test func `for whenAll runs queued inputs while other threads settle more`() {
        for _ in 0..<200 {
            let promises = (0..<4).map { _ in Promise<Int>() }
            let futures = promises.map { $0.future.continueOnSuccessWith(.queue(.global())) { $0 + 1 } }
            for (number, promise) in promises.enumerated() {
                DispatchQueue.global().async { promise.set(number) }
            }
            let all = Future.whenAllResults(futures)
            all.wait()
            #expect(all.result == [1, 2, 3, 4])
        }
    }
}
