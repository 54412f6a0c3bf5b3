import Dispatch
import Tasks
import Testing

@Suite struct `A bridge` {
    @Test func `makes a result of an outcome, and an outcome of a result`() throws {
        #expect(try Result(Outcome.success(1)).get() == 1)
        #expect(throws: Mistake()) { try Result(Outcome<Int>.failure(Mistake())).get() }
        #expect(throws: CancellationError.self) { try Result(Outcome<Int>.cancelled).get() }
        #expect(Outcome(Result<Int, Mistake>.success(1)).value == 1)
        #expect(Outcome(Result<Int, Mistake>.failure(Mistake())).error is Mistake)
        #expect(Outcome(Result<Int, any Error>.failure(CancellationError())).isCancelled)
    }

    @Test func `adds futures to a group of tasks, which throws the first error`() async throws {
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...3 { group.add(Future(number)) }
            return try await group.reduce(0, +)
        }
        #expect(sum == 6)
        await #expect(throws: Mistake()) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.add(Future(error: Mistake()))
                try await group.waitForAll()
            }
        }
        let ends = await withTaskGroup(of: Outcome<Int>.self) { group in
            group.add(Future<Int>(error: Mistake()))
            group.add(.cancelled())
            return await group.reduce(into: [Bool]()) { $0.append($1.isCancelled) }
        }
        #expect(ends.sorted { !$0 && $1 } == [false, true])
    }

    @Test func `cancels the work of a future when its group is cancelled`() async {
        let source = CancellationTokenSource()
        let promise = Promise<Int>()
        promise.cancel(with: source.token)
        await withThrowingTaskGroup(of: Int.self) { group in
            group.add(promise.future, cancelling: source)
            group.cancelAll()
        }
        #expect(source.isCancellationRequested)
        #expect(promise.future.isCancelled)
    }

    @Test func `reads the first element of a sequence, or all up to a limit`() async throws {
        func numbers(_ count: Int) -> AsyncStream<Int> {
            let (stream, numbers) = AsyncStream.makeStream(of: Int.self)
            for number in 0..<count { numbers.yield(number) }
            numbers.finish()
            return stream
        }
        #expect(try await Future.first(of: numbers(3)).value == 0)
        #expect(try await Future.first(of: numbers(0)).value == nil)
        #expect(try await Future.elements(of: numbers(3), atMost: 10).value == [0, 1, 2])
        #expect(try await Future.elements(of: numbers(3), atMost: 2).value == [0, 1])
        #expect(try await Future.elements(of: numbers(3), atMost: 0).value == [])
    }

    @Test func `ends a sequence that is read when its token is cancelled`() async {
        let source = CancellationTokenSource()
        let (endless, numbers) = AsyncStream.makeStream(of: Int.self)
        let first = Future.first(of: endless, token: source.token)
        let all = Future.elements(of: endless.map { $0 }, atMost: 5, token: source.token)
        source.cancel()
        #expect(await first.settled().isCancelled)
        #expect(await all.settled().isCancelled)
        numbers.finish()
    }

    @Test func `keeps a dispatch group until a future has settled, and makes a future of a group`() async {
        let group = DispatchGroup()
        let promise = Promise<Int>()
        group.add(promise.future)
        group.add(Future<Int>(error: Mistake()))
        let empty = group.future()
        #expect(!empty.isCompleted)
        promise.set(1)
        #expect(await empty.settled().value != nil)
    }

    @Test func `cancels a Swift task at once if its token is already cancelled`() {
        let source = CancellationTokenSource()
        source.cancel()
        let task = Task { () async -> Int in
            while !Task.isCancelled { await Task.yield() }
            return 1
        }
        #expect(Future.async(task, token: source.token).isCancelled)
        #expect(task.isCancelled)
    }
}

@Suite struct `A promise with a token` {
    @Test func `is cancelled with the token, or at once, but not after it has settled`() {
        let source = CancellationTokenSource()
        let (first, second, third) = (Promise<Int>(), Promise<Int>(), Promise<Int>())
        first.cancel(with: source.token)
        second.cancel(with: source.token)
        second.set(2)
        source.cancel()
        third.cancel(with: source.token)
        #expect(first.future.isCancelled)
        #expect(second.future.result == 2)
        #expect(third.future.isCancelled)
    }

    @Test func `is not kept alive by the token`() {
        let source = CancellationTokenSource()
        let future: Future<Int>
        do {
            let promise = Promise<Int>()
            promise.cancel(with: source.token)
            future = promise.future
        }
        #expect(future.error is BrokenPromise)
        source.cancel()
        #expect(future.error is BrokenPromise)
    }

    @Test func `is cancelled by a linked token that nothing else holds`() {
        let parent = CancellationTokenSource()
        let promise = Promise<Int>()
        promise.cancel(with: CancellationTokenSource(linkedTo: [parent.token]).token)
        parent.cancel()
        #expect(promise.future.isCancelled)
    }

    @Test func `releases the token when it is settled`() {
        let promise = Promise<Int>()
        weak var source: CancellationTokenSource?
        do {
            let own = CancellationTokenSource()
            promise.cancel(with: own.token)
            source = own
        }
        #expect(source != nil)
        promise.set(1)
        #expect(source == nil)
    }
}
