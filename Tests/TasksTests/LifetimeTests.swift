import Tasks
import Testing

/// A future releases the objects it holds when it settles, whatever its outcome.
@Suite struct `The lifetime of objects held by` {
    @Test func `a completed chain`() {
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

    @Test func `a cancelled chain`() {
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

    @Test func `a dropped chain`() {
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

    @Test func `whenAll, until its last input settles or is dropped`() {
        let objects = LiveObjects()
        var never: Promise<Int>? = Promise()
        let future = never?.future
        do {
            let held = objects.make()
            let inputs = [Future(1), future].compactMap(\.self)
            Future.whenAll(inputs).continueWith { _ in _ = held }
        }
        // The continuation is still alive, because continuations run even if nothing else refers to them.
        #expect(objects.count == 1)
        never = nil
        #expect(objects.count == 0)
        #expect(future?.error is BrokenPromise)
    }

    @Test func `a loop`() {
        let objects = LiveObjects()
        do {
            let held = objects.make()
            let left = Countdown(10)
            let loop = Future().continueWhile({ left.takeOne() }) { Future(held).continueWith { $0.result } }
            #expect(loop.isCompleted)
        }
        #expect(objects.count == 0)
    }

    @Test func `a loop that has ended, while its future is kept`() {
        let objects = LiveObjects()
        let turns = [Outcome<Int>.success(1), .failure(Mistake()), .cancelled]
        let loops = turns.map { turn in
            let held = objects.make()
            let left = Countdown(1)
            return Future().continueWhile({ left.takeOne() }) {
                _ = held
                return Future(outcome: turn)
            }
        }
        #expect(loops.allSatisfy { $0.isCompleted })
        withExtendedLifetime(loops) { #expect(objects.count == 0) }
    }

    /// Returns a token that holds `held`.
    private static func token(_ held: LiveObjects.Object) -> CancellationToken {
        let source = CancellationTokenSource()
        source.token.onCancellation { _ = held }
        return source.token
    }

    /// Returns an executor that holds `held`.
    private static func executor(
        _ held: LiveObjects.Object, _ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) -> FutureExecutor {
        .custom("holder") { job in withExtendedLifetime(held) { submit(job) } }
    }

    @Test func `the executor and the token of a continuation that has ended, while its future is kept`() {
        let objects = LiveObjects()
        let executor = { (held: LiveObjects.Object) in Self.executor(held) { job in job() } }
        let token = Self.token
        let ends = [
            Future(1).continueWith(executor(objects.make()), token: token(objects.make())) { _ in 1 },
            Future(1).continueOnSuccessWith(executor(objects.make()), token: token(objects.make())) { $0 },
            Future(1).continueWithFuture(executor(objects.make()), token: token(objects.make())) { _ in Future(1) },
            Future<Int>(error: Mistake()).continueOnSuccessWith(executor(objects.make()), token: token(objects.make())) { $0 },
            Future<Int>(error: Mistake()).continueOnErrorWith(executor(objects.make()), token: token(objects.make())) { _ in 1 },
        ]
        #expect(ends.allSatisfy { $0.isCompleted })
        withExtendedLifetime(ends) { #expect(objects.count == 0) }
    }

    @Test func `a continuation that its executor dropped, while its future is kept`() {
        let objects = LiveObjects()
        let forms: [(FutureExecutor, CancellationToken, LiveObjects.Object) -> Future<Int>] = [
            { executor, token, held in Future(held).continueWith(executor, token: token) { _ in held.hashOfIdentity } },
            { executor, token, held in Future(held).continueOnSuccessWith(executor, token: token) { $0.hashOfIdentity } },
            { executor, token, held in Future(1).continueWithFuture(executor, token: token) { _ in Future(held.hashOfIdentity) } },
            { executor, token, held in Future(1).continueOnSuccessWithFuture(executor, token: token) { _ in Future(held.hashOfIdentity) } },
            { executor, token, held in
                Future<Int>(error: Mistake()).continueOnErrorWith(executor, token: token) { _ in held.hashOfIdentity }
            },
        ]
        let ends = forms.map { $0(Self.executor(objects.make()) { _ in }, Self.token(objects.make()), objects.make()) }
        let loops = [0].map { _ in
            let held = objects.make()
            return Future(1).continueWhile({ true }, Self.executor(objects.make()) { _ in }) { Future(held) }
        }
        #expect(ends.allSatisfy { $0.error is BrokenPromise })
        #expect(loops.allSatisfy { $0.error is BrokenPromise })
        withExtendedLifetime((ends, loops)) { #expect(objects.count == 0) }
    }

    @Test func `a cancelled delay`() {
        let objects = LiveObjects()
        let source = CancellationTokenSource()
        do {
            let held = objects.make()
            Future.withDelay(.seconds(3600), token: source.token).continueWith { _ in _ = held }
        }
        #expect(objects.count == 1)
        source.cancel()
        #expect(objects.count == 0)
    }

    @Test func `task-049 the last future of a finished chain of a hundred thousand`() {
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
