import Dispatch
import Tasks
import Testing

@Suite struct `An executor` {
    @Test(arguments: [FutureExecutor.default, .immediate])
    func `task-155 that is inline has run the closure when the call returns`(executor: FutureExecutor) {
        let seen = Recorder<Int>()
        executor.execute { seen.note(1) }
        #expect(seen.entries == [1])
    }

    @Test func `that is immediate nests fifty continuations, the default only twenty`() {
        @Sendable func depth(_ executor: FutureExecutor, _ level: Int) -> Int {
            if level == 50 { return level }
            return Future(()).continueWith(executor) { _ in depth(executor, level + 1) }.result ?? level
        }
        #expect(depth(.immediate, 0) == 50)
        #expect(depth(.default, 0) == 20)
    }

    @Test func `keeps the order of continuations beyond its depth`() {
        let seen = Recorder<Int>()
        @Sendable func nest(_ level: Int) {
            if level < 30 {
                Future(()).continueWith(.immediate) { _ in nest(level + 1) }
            } else {
                let promise = Promise<Void>()
                for number in 0..<10 { promise.future.continueWith { _ in seen.note(number) } }
                promise.set()
                #expect(seen.entries == [])
            }
        }
        nest(0)
        #expect(seen.entries == Array(0..<10))
    }

    @Test func `task-157 counts depth per thread`() {
        let seen = Recorder<Bool>()
        @Sendable func nest(_ level: Int) {
            if level < 30 {
                Future(()).continueWith(.immediate) { _ in nest(level + 1) }
            } else {
                #expect(!Future(()).continueWith { _ in }.isCompleted)
                onThread(stack: 512 * 1024) { seen.note(Future(()).continueWith { _ in }.isCompleted) }
            }
        }
        nest(0)
        #expect(seen.entries == [true])
    }

    @Test func `task-159 that is main runs later, on the main thread, for a background thread`() async {
        let onMain = Promise<Bool>()
        let returned = DispatchSemaphore(value: 0)
        DispatchQueue(label: "background").async {
            FutureExecutor.main.execute {
                returned.wait()
                dispatchPrecondition(condition: .onQueue(.main))
                onMain.set(true)
            }
            returned.signal()
        }
        #expect(await onMain.future.settled().value == true)
    }

    @Test @MainActor func `that is main runs at once on the main actor`() {
        let seen = Recorder<Int>()
        FutureExecutor.main.execute { seen.note(1) }
        #expect(seen.entries == [1])
    }

    @Test func `that is a queue runs continuations on the queue, later`() async {
        let queue = DispatchQueue(label: "mine")
        queue.suspend()
        let future = Future(executor: .queue(queue)) { dispatchPrecondition(condition: .onQueue(queue)) }
        #expect(!future.isCompleted)
        queue.resume()
        #expect(await future.settled().value != nil)
    }

    @Test func `that is custom decides when its jobs run`() {
        let jobs = Recorder<@Sendable () -> Void>()
        let seen = Recorder<Int>()
        let future = Future(1).continueWith(.custom { jobs.note($0) }) { seen.note($0.result ?? 0) }
        #expect(!future.isCompleted)
        for job in jobs.entries { job() }
        for job in jobs.entries { job() }
        #expect(future.isCompleted)
        #expect(seen.entries == [1])
    }

    @Test func `task-165 applies to one continuation`() async {
        let queue = DispatchQueue(label: "first")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let asked = Recorder<Int>()
        let counting = FutureExecutor.custom { job in
            asked.note(1)
            queue.async(execute: job)
        }
        let end = Future(1).continueWith(counting) { $0.result ?? 0 }.continueWith { ($0.result ?? 0) + 1 }
        #expect(await end.settled().value == 2)
        #expect(asked.entries == [1])
    }

    @Test(arguments: [
        (FutureExecutor.default, "default"), (.immediate, "immediate"), (.main, "main"),
        (.queue(DispatchQueue(label: "q")), "queue(q)"), (.custom("mine") { $0() }, "custom(mine)"),
    ])
    func `task-167 describes itself`(executor: FutureExecutor, text: String) {
        #expect("\(executor)" == text)
    }
}
