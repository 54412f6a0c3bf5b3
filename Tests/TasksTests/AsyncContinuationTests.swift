import Tasks
import Testing

@Suite struct `An async continuation` {
    private let double: @Sendable (Int) async -> Int = { number in
        await Task.yield()
        return number * 2
    }

    @Test func `runs after the future, and the new future ends the way it ends`() async throws {
        #expect(try await Future(21).continueOnSuccessWithAsync { await double($0) }.value == 42)
        #expect(try await Future(21).continueWithAsync { await double($0.result ?? 0) }.value == 42)
        let mended = Future<Int>(error: Mistake(number: 3)).continueOnErrorWithAsync { error in
            await double((error as? Mistake)?.number ?? 0)
        }
        #expect(try await mended.value == 6)
        await #expect(throws: Mistake()) { try await Future(1).continueOnSuccessWithAsync { _ -> Int in throw Mistake() }.value }
    }

    @Test func `is skipped like any other continuation`() async {
        let seen = Recorder<Int>()
        let skipped: [Future<Int>] = [
            Future<Int>(error: Mistake()).continueOnSuccessWithAsync { number in
                seen.note(number)
                return number
            },
            Future<Int>.cancelled().continueOnErrorWithAsync { _ in
                seen.note(1)
                return 1
            },
            Future(1).continueOnErrorWithAsync { _ in
                seen.note(2)
                return 2
            },
        ]
        for future in skipped { _ = await future.settled() }
        #expect(seen.entries == [])
    }

    @Test func `stops when its token is cancelled`() async {
        let source = CancellationTokenSource()
        let (started, never) = (Promise<Void>(), Promise<Int>())
        let future = Future(1).continueOnSuccessWithAsync(token: source.token) { _ in
            started.set()
            // Only the cancellation of the task ends this wait.
            return try await never.future.value
        }
        _ = await started.future.settled()
        source.cancel()
        #expect(await future.settled().isCancelled)
        never.set(1)
    }

    @Test func `runs on the actor of its closure`() async throws {
        let onMain = Future(1).continueOnSuccessWithAsync { @MainActor number in
            MainActor.assertIsolated()
            await Task.yield()
            return number + 1
        }
        #expect(try await onMain.value == 2)
    }

    @Test func `ends as its closure ends, also after its token was cancelled`() async {
        let source = CancellationTokenSource()
        let (begun, goOn) = (Promise<Void>(), Promise<Int>())
        let future = Future(1).continueOnSuccessWithAsync(token: source.token) { _ -> Int in
            begun.set()
            // Awaiting the value would end with the cancellation.
            while !goOn.future.isCompleted { await Task.yield() }
            return 7
        }
        _ = await begun.future.settled()
        source.cancel()
        goOn.set(1)
        #expect(await future.settled().value == 7)
        #expect(Future(1).continueWithAsync(token: source.token) { _ in 1 }.isCancelled)
        #expect(Future(1).continueOnSuccessWithAsync(token: source.token) { _ in 1 }.isCancelled)
        #expect(Future<Int>(error: Mistake()).continueOnErrorWithAsync(token: source.token) { _ in 1 }.isCancelled)
    }
}

@Suite struct `Progress` {
    @Test func `is a stream beside the value, which ends with it`() async throws {
        let (copy, progress) = Future<String>.withProgress(of: Int.self, buffering: .unbounded) { report in
            .async {
                for part in 1...4 { report(part * 25) }
                return "copied"
            }
        }
        #expect(await progress.reduce(into: []) { $0.append($1) } == [25, 50, 75, 100])
        #expect(try await copy.value == "copied")
    }

    @Test func `keeps only the newest report for a reader that comes late, and takes none after the end`() async {
        let late = Recorder<@Sendable (Int) -> Void>()
        let (done, progress) = Future<Void>.withProgress(of: Int.self) { report in
            for part in 1...4 { report(part) }
            late.note(report)
            return Future()
        }
        for report in late.entries { report(5) }
        #expect(done.isCompleted)
        #expect(await progress.reduce(into: []) { $0.append($1) } == [4])
    }

    @Test func `ends if the work could not be started`() async {
        let (failed, progress) = Future<Void>.withProgress(of: Int.self) { _ in throw Mistake() }
        #expect(failed.error is Mistake)
        #expect(await progress.reduce(into: []) { $0.append($1) } == [])
    }
}
