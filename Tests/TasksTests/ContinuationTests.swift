import Dispatch
import Tasks
import TestSupport
import Testing

@Suite struct `A continuation` {
    @Test func `task-021 waits for a pending future`() {
        let seen = Recorder<String>()
        let promise = Promise<String>()
        promise.future.continueWith { seen.note($0.result ?? "none") }
        #expect(seen.entries == [])
        promise.set("bar")
        #expect(seen.entries == ["bar"])
    }

    @Test func `task-023 returns a value, which becomes the result`() {
        #expect(Future("foo").continueWith { _ in "bar" }.result == "bar")
    }

    @Test func `task-025 turns an error into a value`() {
        let future = Future<String>(error: Mistake()).continueWith { _ in "bar" }
        #expect(future.result == "bar")
        #expect(!future.isFaulted)
    }

    @Test func `task-027 returns a future, which is unwrapped`() {
        let inner = Future("bar")
        let outer = Future("foo").continueWithFuture { _ in inner }
        #expect(outer.result == "bar")
        #expect(!(outer === inner))
    }

    @Test func `task-029 replaces an error by the error of the future it returns`() {
        let future = Future<Int>(error: Mistake(number: 23)).continueWithFuture { _ in Future<Int>(error: Mistake(number: 24)) }
        #expect(future.error as? Mistake == Mistake(number: 24))
    }

    @Test func `task-031 passes on the cancellation of the future it returns`() {
        let future = Future(1).continueWithFuture { _ in Future<Int>.cancelled() }
        #expect(future.isCancelled)
        #expect(!future.isFaulted)
    }

    @Test func `task-033 may return a future that another thread settles`() {
        let inner = Promise<Int>()
        let seen = Recorder<Int?>()
        let outer = Future(1).continueWithFuture { _ in inner.future }
        outer.continueWith { seen.note($0.result) }
        #expect(!outer.isCompleted)
        DispatchQueue(label: "other").sync { inner.set(33) }
        #expect(outer.result == 33)
        #expect(seen.entries == [33])
    }

    @Test func `task-035 throws an error, which fails the new future`() {
        let future = Future(1).continueWith { _ -> Int in throw Mistake(number: 35) }
        #expect(future.error as? Mistake == Mistake(number: 35))
        let other = Future(1).continueWithFuture { _ -> Future<Int> in throw Mistake(number: 36) }
        #expect(other.error as? Mistake == Mistake(number: 36))
    }

    @Test func `task-038 throws a cancellation, which cancels the new future`() {
        #expect(Future(1).continueWithFuture { _ -> Future<Int> in throw CancellationError() }.isCancelled)
        #expect(Future(1).continueWith { _ -> Int in throw CancellationError() }.isCancelled)
    }

    @Test func `task-040 runs once, in the order of registration`() {
        let seen = Recorder<Int>()
        let promise = Promise<Void>()
        for number in 1...3 { promise.future.continueWith { _ in seen.note(number) } }
        promise.set()
        promise.trySet()
        promise.trySet(error: Mistake())
        promise.tryCancel()
        #expect(seen.entries == [1, 2, 3])
    }

    @Test func `has its own continuations run before its younger siblings`() {
        let seen = Recorder<String>()
        let promise = Promise<Void>()
        promise.future.continueWith { _ in seen.note("a") }.continueWith { _ in seen.note("a.a") }
        promise.future.continueWith { _ in seen.note("b") }
        promise.set()
        #expect(seen.entries == ["a", "a.a", "b"])
    }

    @Test func `task-042 extends a loop of background work, in order and without overlap`() async {
        let seen = Recorder<String>()
        let queue = DispatchQueue(label: "background", attributes: .concurrent)
        var last = Future()
        for number in 0..<20 {
            last = last.continueWithFuture { _ in
                Future(executor: .queue(queue)) {
                    seen.note("\(number) begins")
                    seen.note("\(number) ends")
                }
            }
        }
        _ = await last.settled()
        #expect(seen.entries == (0..<20).flatMap { ["\($0) begins", "\($0) ends"] })
    }

    @Test func `task-044 may settle another promise`() {
        let first = Promise<Int>()
        let second = Promise<Int>()
        let end = second.future.continueWith { ($0.result ?? 0) * 2 }
        first.future.continueOnSuccessWith { second.set($0 + 1) }
        first.set(1)
        #expect(end.result == 4)
    }

    @Test func `may add a continuation to the same future`() {
        let seen = Recorder<String>()
        let promise = Promise<Void>()
        promise.future.continueWith { future in
            future.continueWith { _ in seen.note("inner") }
            seen.note("outer")
        }
        promise.set()
        #expect(seen.entries == ["inner", "outer"])
    }

    @Test func `task-045 does not lock the future while it runs`() {
        let promise = Promise<Int>()
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let over = DispatchSemaphore(value: 0)
        promise.future.continueWith(.immediate) { _ in
            entered.signal()
            leave.wait()
        }
        DispatchQueue(label: "settling").async {
            promise.set(45)
            over.signal()
        }
        entered.wait()
        #expect(promise.future.isCompleted)
        #expect(promise.future.result == 45)
        #expect(promise.future.continueWith { $0.result }.result == .some(45))
        leave.signal()
        over.wait()
    }

    @Test func `task-047 runs a hundred thousand deep on a settled future`() {
        var future = Future(0)
        for _ in 0..<100_000 { future = future.continueWith { ($0.result ?? 0) + 1 } }
        #expect(future.result == 100_000)
    }

    @Test func `receives the same future that it continues`() {
        let future = Future(1)
        #expect(future.continueWith { $0 === future }.result == true)
    }

    @Test func `that has run releases its captures`() {
        final class Thing: Sendable {}
        weak var held: Thing?
        let promise = Promise<Void>()
        do {
            let thing = Thing()
            held = thing
            promise.future.continueWith { _ in _ = thing }
        }
        #expect(held != nil)
        promise.set()
        #expect(held == nil)
    }
}

@Suite struct `A conditional continuation` {
    @Test func `task-051 runs on its executor when its input succeeds`() {
        let timer = ManualTimer()
        let seen = Recorder<String>()
        let future = Future.withDelay(.milliseconds(100), timer: timer).continueOnSuccessWith(.immediate) { seen.note("ran") }
        #expect(!future.isCompleted)
        timer.advance(by: .milliseconds(100))
        #expect(seen.entries == ["ran"])
        #expect(future.isCompleted && !future.isFaulted && !future.isCancelled)
    }

    @Test func `task-053 for success is skipped by a cancellation`() {
        let seen = Recorder<Int>()
        let future = Future<Int>.cancelled().continueOnSuccessWith { seen.note($0) }
        #expect(future.isCancelled)
        #expect(seen.entries == [])
    }

    @Test func `task-054 is skipped until one handles the outcome`() {
        let seen = Recorder<String>()
        let end = Future<String>(error: Mistake(number: 1))
            .continueOnSuccessWith { value -> String in
                seen.note("first")
                return value
            }
            .continueOnSuccessWithFuture { value -> Future<String> in
                seen.note("second")
                return Future(value)
            }
            .continueWithFuture { future -> Future<String> in
                seen.note("third saw \(future.error as? Mistake ?? Mistake())")
                return Future(error: Mistake(number: 2))
            }
            .continueOnSuccessWith { value -> String in
                seen.note("fourth")
                return value
            }
            .continueWith { future -> String in
                seen.note("fifth saw \(future.error as? Mistake ?? Mistake())")
                return "okay"
            }
            .continueOnSuccessWith { value -> String in
                seen.note("sixth saw \(value)")
                return value
            }
        #expect(seen.entries == ["third saw Mistake(number: 1)", "fifth saw Mistake(number: 2)", "sixth saw okay"])
        #expect(end.result == "okay")
    }

    @Test func `task-056 passes an error on, whatever its executor`() {
        let seen = Recorder<String>()
        let executor = FutureExecutor.custom { job in
            seen.note("asked")
            job()
        }
        let future = Future<Int>(error: Mistake(number: 56)).continueOnSuccessWith(executor) { $0 }
        #expect(future.error as? Mistake == Mistake(number: 56))
        #expect(seen.entries == [])
    }

    @Test func `task-057 for errors recovers`() {
        #expect(Future<String>(error: Mistake()).continueOnErrorWith { _ in "fixed" }.result == "fixed")
        #expect(Future<String>(error: Mistake()).continueOnErrorWithFuture { _ in Future("fixed") }.result == "fixed")
    }

    @Test func `task-059 for errors is skipped by a cancellation and by a success`() {
        let seen = Recorder<String>()
        let cancelled = Future<Int>.cancelled().continueOnErrorWith { _ in
            seen.note("ran")
            return 0
        }
        let successful = Future(1).continueOnErrorWithFuture { _ in
            seen.note("ran")
            return Future(0)
        }
        #expect(cancelled.isCancelled)
        #expect(successful.result == 1)
        #expect(seen.entries == [])
    }

    @Test func `task-062 for errors may throw another error`() {
        let future = Future<Int>(error: Mistake(number: 1)).continueOnErrorWith { _ in throw Mistake(number: 2) }
        #expect(future.error as? Mistake == Mistake(number: 2))
    }

    @Test func `for one type of error leaves the others alone`() {
        let failed = Future<Int>(error: Mistake(number: 5))
        #expect(failed.continueOnErrorWith(Mistake.self) { $0.number }.result == 5)
        #expect(failed.continueOnErrorWithFuture(Mistake.self) { Future($0.number) }.result == 5)
        #expect(failed.continueOnErrorWith(OtherMistake.self) { _ in 0 }.error as? Mistake == Mistake(number: 5))
        #expect(failed.continueOnErrorWithFuture(OtherMistake.self) { _ in Future(0) }.error as? Mistake == Mistake(number: 5))
    }

    @Test func `makeVoid keeps the outcome and drops the value`() {
        #expect(Future(1).makeVoid().result != nil)
        #expect(Future<Int>(error: Mistake()).makeVoid().isFaulted)
        #expect(Future<Int>.cancelled().makeVoid().isCancelled)
    }
}
