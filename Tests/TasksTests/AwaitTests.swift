import Tasks
import Testing

@Suite struct `Awaiting a future` {
    @Test func `gives the value of a future that settles later`() async throws {
        let promise = Promise<Int>()
        async let value = promise.future.value
        promise.set(3)
        #expect(try await value == 3)
    }

    @Test func `throws the error of a failure`() async {
        await #expect(throws: Mistake(number: 1)) { try await Future<Int>(error: Mistake(number: 1)).value }
    }

    @Test func `throws CancellationError for a cancellation`() async {
        await #expect(throws: CancellationError.self) { try await Future<Int>.cancelled().value }
    }

    @Test func `ends when the awaiting task is cancelled, without affecting the future`() async {
        let promise = Promise<Int>()
        let future = promise.future
        let task = Task { try await future.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(promise.trySet(1))
    }

    @Test func `can cancel the work, too`() async {
        let source = CancellationTokenSource()
        let promise = Promise<Int>()
        source.token.onCancellation { promise.tryCancel() }
        let future = promise.future
        let task = Task { try await future.value(cancelling: source) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(source.isCancellationRequested)
        #expect(promise.future.isCancelled)
    }
}

@Suite struct `A future from an async closure` {
    @Test func `succeeds with the value that the closure returns`() async throws {
        #expect(try await Future.async { 7 }.value == 7)
    }

    @Test func `fails with the error that the closure throws`() async {
        let future = Future<Int>.async { throw Mistake(number: 2) }
        await #expect(throws: Mistake(number: 2)) { try await future.value }
        #expect(future.isFaulted)
    }

    @Test func `is cancelled when the closure throws CancellationError`() async {
        let outcome = await Future<Int>.async { throw CancellationError() }.settled()
        #expect(outcome.isCancelled)
    }

    @Test func `passes the cancellation of a token on to its task`() async {
        let source = CancellationTokenSource()
        let started = Promise<Void>()
        let never = Promise<Int>()
        let future = Future<Int>.async(token: source.token) {
            started.set()
            return try await never.future.value
        }
        _ = await started.future.settled()
        source.cancel()
        #expect(await future.settled().isCancelled)
    }
}
