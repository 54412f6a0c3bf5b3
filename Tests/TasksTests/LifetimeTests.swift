import Tasks
import Testing

/// A future releases what it holds when it settles, in whatever way.
@Suite struct `The lifetime of` {
    @Test func `what a completed chain held`() {
        let objects = LiveObjects()
        do {
            let promise = Promise<LiveObjects.Object>()
            let held = objects.make()
            let end = promise.future.continueWith { future in
                _ = held
                return future.result
            }
            promise.set(objects.make())
            #expect(end.isCompleted)
        }
        #expect(objects.count == 0)
    }

    @Test func `what a cancelled chain held`() {
        let objects = LiveObjects()
        do {
            let promise = Promise<LiveObjects.Object>()
            let held = objects.make()
            let end = promise.future.continueOnSuccessWith { _ in _ = held }
            promise.cancel()
            #expect(end.isCancelled)
        }
        #expect(objects.count == 0)
    }

    @Test func `what a dropped chain held`() {
        let objects = LiveObjects()
        do {
            let promise = Promise<Int>()
            let held = objects.make()
            let chain = promise.future.continueWith { _ in _ = held }.continueWith { _ in _ = held }
            let all = Future.whenAll([chain, Future(())])
            let any = Future.whenAny([chain, all])
            let loop = any.continueWhile({ false }) { Future(held) }
            withExtendedLifetime(promise) { #expect(!loop.isCompleted) }
        }
        #expect(objects.count == 0)
    }

    @Test func `what a wait for all held, until the last input ends or is given up`() {
        let objects = LiveObjects()
        var never: Promise<Int>? = Promise()
        let future = never?.future
        do {
            let held = objects.make()
            let inputs = [Future(1), future].compactMap(\.self)
            Future.whenAll(inputs).continueWith { _ in _ = held }
        }
        // As with any continuation, it will run even if nobody else refers to it.
        #expect(objects.count == 1)
        never = nil
        #expect(objects.count == 0)
        #expect(future?.error is BrokenPromise)
    }

    @Test func `what a loop held`() {
        let objects = LiveObjects()
        do {
            let held = objects.make()
            let left = Countdown(10)
            let loop = Future().continueWhile({ left.takeOne() }) { Future(held).continueWith { $0.result } }
            #expect(loop.isCompleted)
        }
        #expect(objects.count == 0)
    }

    @Test func `task-049 a finished chain of a hundred thousand, held by its last`() {
        let promise = Promise<Int>()
        var last: Future<Int>? = promise.future
        for _ in 0..<100_000 { last = last?.continueWith { ($0.result ?? 0) + 1 } }
        promise.set(0)
        #expect(last?.result == 100_000)
        last = nil
    }

    @Test func `tasks that gave up awaiting a future that stays pending`() async {
        let objects = LiveObjects()
        let never = Promise<Int>()
        let future = never.future
        for _ in 0..<200 {
            let held = objects.make()
            let task = Task {
                _ = try? await future.value
                _ = held
            }
            task.cancel()
            await task.value
        }
        #expect(objects.count < 20)
        withExtendedLifetime(never) { #expect(!future.isCompleted) }
    }
}
