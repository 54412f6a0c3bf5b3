import Dispatch
import Tasks
import TestSupport
import Testing

@Suite struct `A cancellation token` {
    @Test func `task-112 starts uncancelled`() {
        let source = CancellationTokenSource()
        #expect(!source.isCancellationRequested)
        #expect(!source.token.isCancellationRequested)
    }

    @Test func `task-114 is cancelled only once`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        source.token.onCancellation { seen.note(1) }
        source.cancel()
        source.cancel()
        #expect(source.isCancellationRequested && source.token.isCancellationRequested)
        #expect(seen.entries == [1])
    }

    @Test func `task-116 runs observers in the order of registration`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        for number in 1...3 { source.token.onCancellation { seen.note(number) } }
        source.cancel()
        #expect(seen.entries == [1, 2, 3])
    }

    @Test func `task-118 runs an observer at once when it is already cancelled`() {
        let source = CancellationTokenSource()
        source.cancel()
        let seen = Recorder<Int>()
        source.token.onCancellation { seen.note(1) }
        #expect(seen.entries == [1])
    }

    @Test func `task-119 does not run an observer that was removed`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        let first = source.token.onCancellation { seen.note(1) }
        source.token.onCancellation { seen.note(2) }
        first.dispose()
        first.dispose()
        source.cancel()
        first.dispose()
        #expect(seen.entries == [2])
    }

    @Test func `task-122 runs an observer whose registration was dropped`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        _ = source.token.onCancellation { seen.note(1) }
        source.cancel()
        #expect(seen.entries == [1])
    }

    @Test func `task-123 lets an observer remove another during the cancellation`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        let holder = Holder()
        source.token.onCancellation {
            seen.note(1)
            holder.registration.withLock { $0 }?.dispose()
        }
        let registration = source.token.onCancellation { seen.note(2) }
        holder.registration.withLock { $0 = registration }
        source.cancel()
        #expect(seen.entries == [1])
    }

    @Test func `task-125 lets an observer register another, which runs at once`() {
        let source = CancellationTokenSource()
        let seen = Recorder<String>()
        let token = source.token
        token.onCancellation {
            token.onCancellation { seen.note("new") }
            seen.note("old")
        }
        source.cancel()
        #expect(seen.entries == ["new", "old"])
    }

    @Test func `task-126 may be disposed twice, and does nothing after that`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        let seen = Recorder<Int>()
        source.token.onCancellation { seen.note(1) }
        source.dispose()
        source.dispose()
        source.token.onCancellation { seen.note(2) }
        source.cancel(after: .seconds(1), timer: timer)
        timer.advance(by: .seconds(2))
        source.cancel()
        #expect(!source.isCancellationRequested)
        #expect(seen.entries == [])
    }

    @Test func `remembers that it was cancelled before it was disposed`() {
        let source = CancellationTokenSource()
        source.cancel()
        source.dispose()
        #expect(source.token.isCancellationRequested)
    }

    @Test func `that was cancelled and then disposed is followed at once, like any cancelled token`() {
        let source = CancellationTokenSource()
        source.cancel()
        source.dispose()
        let seen = Recorder<Int>()
        source.token.onCancellation { seen.note(1) }
        let promise = Promise<Int>()
        promise.cancel(with: source.token)
        #expect(seen.entries == [1])
        #expect(promise.future.isCancelled)
        #expect(CancellationTokenSource(linkedTo: [source.token]).isCancellationRequested)
        #expect(Future<Int>.async(token: source.token) { 1 }.isCancelled)
        #expect(Future.withDelay(.seconds(3600), token: source.token).isCancelled)
    }

    @Test func `task-128 lets a registration be disposed after its source`() {
        let source = CancellationTokenSource()
        let registration = source.token.onCancellation {}
        source.dispose()
        registration.dispose()
        #expect(!source.isCancellationRequested)
    }

    @Test func `releases the objects that observers hold`() {
        let objects = LiveObjects()
        for end in [0, 1, 2] {
            let source = CancellationTokenSource()
            let object = objects.make()
            let registration = source.token.onCancellation { _ = object }
            switch end {
            case 0: source.cancel()
            case 1: source.dispose()
            default: registration.dispose()
            }
            withExtendedLifetime(source) {}
        }
        #expect(objects.count == 0)
    }

    @Test func `is waited for until it is cancelled, or for a time`() async {
        let source = CancellationTokenSource()
        let waiting = WorkerThread("waiting")
        let before = waiting.answer { [.zero, .milliseconds(5)].map { source.token.wait(atMost: $0) } }
        #expect(await before.settled().value == [false, false])
        let after = waiting.answer { [.seconds(100_000), .seconds(100_000)].map { source.token.wait(atMost: $0) } }
        source.cancel()
        #expect(await after.settled().value == [true, true])
    }

    @Test func `throws on request`() throws {
        let source = CancellationTokenSource()
        try source.token.throwIfCancellationRequested()
        source.cancel()
        #expect(throws: CancellationError.self) { try source.token.throwIfCancellationRequested() }
    }

    @Test func `of a linked source is cancelled with either of its parents`() {
        let first = CancellationTokenSource()
        let second = CancellationTokenSource()
        let linked = CancellationTokenSource(linkedTo: [first.token, second.token])
        #expect(!linked.isCancellationRequested)
        second.cancel()
        #expect(linked.isCancellationRequested)
        #expect(!first.isCancellationRequested)
    }

    @Test func `cancels a long chain of linked sources without needing stack`() {
        onThread(stack: 512 * 1024) {
            let first = CancellationTokenSource()
            var chain = [first]
            for _ in 0..<`A deep chain`.depth { chain.append(CancellationTokenSource(linkedTo: [chain[chain.count - 1].token])) }
            first.cancel()
            #expect(chain.allSatisfy { $0.isCancellationRequested })
        }
    }

    @Test func `runs the observers of a linked source before those that were registered after the link`() {
        let first = CancellationTokenSource()
        let seen = Recorder<Int>()
        first.token.onCancellation { seen.note(1) }
        let linked = CancellationTokenSource(linkedTo: [first.token])
        first.token.onCancellation { seen.note(4) }
        linked.token.onCancellation { seen.note(2) }
        linked.token.onCancellation { seen.note(3) }
        first.cancel()
        #expect(seen.entries == [1, 2, 3, 4])
    }

    @Test func `of a linked source that was disposed does not follow its parents`() {
        let parent = CancellationTokenSource()
        let linked = CancellationTokenSource(linkedTo: [parent.token])
        linked.dispose()
        parent.cancel()
        #expect(!linked.isCancellationRequested)
    }

    @Test func `of a linked source follows its parents even if only the token is kept`() {
        let parent = CancellationTokenSource()
        let timer = ManualTimer()
        let token = CancellationTokenSource(linkedTo: [parent.token]).token
        let delay = Future.withDelay(.seconds(1), token: CancellationTokenSource(linkedTo: [parent.token]).token, timer: timer)
        parent.cancel()
        #expect(token.isCancellationRequested)
        #expect(delay.isCancelled)
    }

    @Test func `of a linked source cancels the async code that received it`() async {
        let parent = CancellationTokenSource()
        let begun = Promise<Void>()
        let future = Future<Void>.async(token: CancellationTokenSource(linkedTo: [parent.token]).token) {
            begun.set()
            let never = Promise<Void>()
            try await withExtendedLifetime(never) { never.future }.value
        }
        _ = await begun.future.settled()
        parent.cancel()
        #expect(await future.settled().isCancelled)
    }

    @Test func `of a linked source is released by its parents when nothing else holds it`() {
        let objects = LiveObjects()
        let parent = CancellationTokenSource()
        do {
            let held = objects.make()
            CancellationTokenSource(linkedTo: [parent.token]).token.onCancellation { _ = held }
        }
        #expect(objects.count == 0)
        #expect(!parent.isCancellationRequested)
    }

    private final class Holder: Sendable {
        let registration = Locked<CancellationTokenRegistration?>(nil)
    }
}

@Suite struct `A delayed cancellation` {
    @Test func `task-131 comes when its delay is over`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        source.cancel(after: .milliseconds(200), timer: timer)
        #expect(!source.isCancellationRequested)
        timer.advance(by: .milliseconds(500))
        #expect(source.isCancellationRequested)
    }

    @Test func `task-132 comes on a thread without a run loop`() async {
        let source = CancellationTokenSource()
        let cancelled = Promise<Void>()
        source.token.onCancellation { cancelled.set() }
        DispatchQueue(label: "background").async { source.cancel(after: .milliseconds(5)) }
        _ = await cancelled.future.settled()
        #expect(source.isCancellationRequested)
    }

    @Test func `with a delay of zero comes at once`() {
        let source = CancellationTokenSource()
        source.cancel(after: .zero, timer: ManualTimer())
        #expect(source.isCancellationRequested)
    }

    @Test func `task-134 is dropped by a delay of minus one`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        source.cancel(after: .milliseconds(100), timer: timer)
        source.cancel(after: .milliseconds(-1), timer: timer)
        timer.advance(by: .milliseconds(150))
        #expect(!source.isCancellationRequested)
        #expect(timer.pendingCount == 0)
    }

    @Test(arguments: [Duration.milliseconds(-2), .nanoseconds(-1), .seconds(-3600)])
    func `refuses a delay below zero and leaves the one before it alone`(delay: Duration) {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        #expect(source.cancel(after: .milliseconds(100), timer: timer))
        #expect(!source.cancel(after: delay, timer: timer))
        timer.advance(by: .milliseconds(99))
        #expect(!source.isCancellationRequested)
        timer.advance(by: .milliseconds(1))
        #expect(source.isCancellationRequested)
    }

    @Test(arguments: [(10_000, 50), (50, 10_000)])
    func `task-136 is replaced by the next call, even if that one is due later`(first: Int, second: Int) {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        source.cancel(after: .milliseconds(first), timer: timer)
        source.cancel(after: .milliseconds(second), timer: timer)
        timer.advance(by: .milliseconds(second - 1))
        #expect(!source.isCancellationRequested)
        timer.advance(by: .milliseconds(1))
        #expect(source.isCancellationRequested)
    }

    @Test func `task-140 is stopped by a cancellation`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        let seen = Recorder<Int>()
        source.token.onCancellation { seen.note(1) }
        source.cancel(after: .milliseconds(50), timer: timer)
        source.cancel()
        #expect(timer.pendingCount == 0)
        timer.advance(by: .milliseconds(100))
        #expect(seen.entries == [1])
    }

    @Test func `is given up when nothing can see the source any more`() {
        let timer = ManualTimer()
        CancellationTokenSource().cancel(after: .milliseconds(1), timer: timer)
        #expect(timer.pendingCount == 0)
        do {
            let source = CancellationTokenSource()
            let registration = source.token.onCancellation {}
            source.cancel(after: .milliseconds(1), timer: timer)
            registration.dispose()
        }
        #expect(timer.pendingCount == 0)
    }

    @Test func `comes even if only an observer knows the source any more`() {
        let timer = ManualTimer()
        let seen = Recorder<Int>()
        do {
            let source = CancellationTokenSource()
            source.token.onCancellation { seen.note(1) }
            source.cancel(after: .milliseconds(1), timer: timer)
        }
        #expect(timer.pendingCount == 1)
        timer.advance(by: .milliseconds(1))
        #expect(seen.entries == [1])
    }
}

@Suite struct `A continuation with a token` {
    @Test func `task-144 for success does not run when the token is cancelled meanwhile`() {
        let source = CancellationTokenSource()
        let seen = Recorder<Int>()
        let promise = Promise<Int>()
        let future = promise.future.continueOnSuccessWith(token: source.token) { seen.note($0) }
        source.cancel()
        #expect(!future.isCompleted)
        promise.set(1)
        #expect(future.isCancelled)
        #expect(seen.entries == [])
    }

    @Test func `is cancelled instead of failing when its token is cancelled`() {
        let source = CancellationTokenSource()
        source.cancel()
        #expect(Future<Int>(error: Mistake()).continueWith(token: source.token) { _ in 1 }.isCancelled)
    }

    @Test func `task-146 for success is cancelled on a settled future if its token is`() {
        let source = CancellationTokenSource()
        source.cancel()
        let seen = Recorder<Int>()
        #expect(Future(1).continueOnSuccessWith(token: source.token) { seen.note($0) }.isCancelled)
        #expect(seen.entries == [])
    }

    @Test func `task-148 for success is cancelled on a pending future if its token is`() {
        let source = CancellationTokenSource()
        source.cancel()
        #expect(Promise<Int>().future.continueOnSuccessWith(token: source.token) { $0 }.isCancelled)
        #expect(Promise<Int>().future.continueOnSuccessWithFuture(token: source.token) { Future($0) }.isCancelled)
    }

    @Test func `task-150 is cancelled when its token is cancelled while the inner future is pending`() {
        let source = CancellationTokenSource()
        let timer = ManualTimer()
        let future = Future(1).continueWithFuture(token: source.token) { _ in
            source.cancel()
            return Future.withDelay(.milliseconds(10), timer: timer)
        }
        #expect(!future.isCompleted)
        timer.advance(by: .milliseconds(10))
        #expect(future.isCancelled)
    }

    @Test func `does not check its token again after a plain value`() {
        let source = CancellationTokenSource()
        let future = Future(1).continueWith(token: source.token) { _ in
            source.cancel()
            return 2
        }
        #expect(future.result == 2)
    }

    @Test func `task-153 that is nil has no effect`() {
        #expect(Future(1).continueWith(token: nil) { $0.result ?? 0 }.result == 1)
        #expect(Future(1).continueOnSuccessWith(token: nil) { $0 }.result == 1)
    }
}
