import Tasks
import TestSupport
import Testing

@Suite struct `A retry` {
    private let timer = ManualTimer()
    private let seen = Recorder<Int>()

    /// Fails until the given attempt.
    private func succeeding(at winner: Int) -> @Sendable (Int) throws -> Future<String> {
        { attempt in
            seen.note(attempt)
            if attempt < winner { return Future(error: Mistake(number: attempt)) }
            return Future("attempt \(attempt)")
        }
    }

    @Test func `ends with the first success`() {
        #expect(Future.retry(times: 5, succeeding(at: 3)).result == "attempt 3")
        #expect(seen.entries == [1, 2, 3])
    }

    @Test func `fails with the error of the last attempt`() {
        let future = Future.retry(times: 2, succeeding(at: 9))
        #expect(future.error as? Mistake == Mistake(number: 3))
        #expect(seen.entries == [1, 2, 3])
    }

    @Test(arguments: [0, -1]) func `without retries is one attempt`(times: Int) {
        #expect(Future.retry(times: times, succeeding(at: 2)).error is Mistake)
        #expect(seen.entries == [1])
    }

    @Test func `tries again after the errors that it is told to, thrown ones too`() {
        let future = Future<Int>.retry(times: 5, if: { $0 is Mistake }) { attempt in
            seen.note(attempt)
            if attempt == 1 { throw Mistake() }
            throw OtherMistake()
        }
        #expect(future.error is OtherMistake)
        #expect(seen.entries == [1, 2])
    }

    @Test func `never follows a cancellation`() {
        let future = Future<Int>.retry(times: 5) { attempt in
            seen.note(attempt)
            return .cancelled()
        }
        #expect(future.isCancelled)
        #expect(seen.entries == [1])
    }

    @Test func `waits before each retry, longer each time`() {
        let future = Future.retry(times: 3, backoff: .exponential(from: .seconds(1)), timer: timer, succeeding(at: 4))
        #expect(seen.entries == [1])
        timer.advance(by: .seconds(1))
        #expect(seen.entries == [1, 2])
        timer.advance(by: .milliseconds(1999))
        #expect(seen.entries == [1, 2])
        timer.advance(by: .milliseconds(1))
        #expect(seen.entries == [1, 2, 3])
        timer.advance(by: .seconds(4))
        #expect(future.result == "attempt 4")
    }

    @Test func `ends at once when it is cancelled in a pause`() {
        let source = CancellationTokenSource()
        let future = Future.retry(
            times: 3, backoff: .constant(.seconds(60)), token: source.token, timer: timer, succeeding(at: 4))
        source.cancel()
        #expect(future.isCancelled)
        #expect(timer.pendingCount == 0)
        #expect(seen.entries == [1])
    }

    @Test func `needs no stack and no memory for each attempt`() {
        let objects = LiveObjects()
        let most = Recorder<Int>()
        let times = `A deep chain`.depth
        onThread(stack: 512 * 1024) {
            let future = Future<Int>.retry(times: times) { attempt in
                let object = objects.make()
                if attempt % 1000 == 0 { most.note(objects.count) }
                return Future(error: Mistake(number: attempt)).tap { _ in _ = object }
            }
            #expect(future.error as? Mistake == Mistake(number: times + 1))
        }
        #expect(most.entries.allSatisfy { $0 < 10 })
    }
}

@Suite struct `A backoff` {
    private func pauses(_ backoff: Backoff, _ count: Int) -> [Duration] {
        (1...count).map { backoff.pause(before: $0) }
    }

    @Test func `is none, constant, or longer each time up to a limit`() {
        #expect(pauses(.none, 2) == [.zero, .zero])
        #expect(pauses(.constant(.seconds(3)), 2) == [.seconds(3), .seconds(3)])
        #expect(
            pauses(.exponential(from: .milliseconds(200), factor: 3, atMost: .seconds(5)), 5)
                == [.milliseconds(200), .milliseconds(600), .milliseconds(1800), .seconds(5), .seconds(5)])
    }

    @Test func `grows without overflow, and never below its first pause`() {
        let backoff = Backoff.exponential(from: .seconds(1), factor: 1000, atMost: .seconds(1e15 as Double))
        #expect(backoff.pause(before: .max) == .seconds(1e15 as Double))
        #expect(pauses(.exponential(from: .seconds(2), factor: 0.1), 2) == [.seconds(2), .seconds(2)])
        #expect(pauses(.exponential(from: .seconds(-2)), 2) == [.zero, .zero])
    }

    @Test func `loses a random share of each pause`() {
        let backoff = Backoff.constant(.seconds(8)).jittered(by: 0.25) { $0.upperBound }
        #expect(pauses(backoff, 1) == [.seconds(6)])
        #expect(pauses(.constant(.seconds(8)).jittered(by: 7) { $0.upperBound }, 1) == [.zero])
        let random = Backoff.constant(.seconds(8)).jittered()
        #expect(pauses(random, 100).allSatisfy { $0 >= .seconds(4) && $0 <= .seconds(8) })
    }

    @Test func `of one's own is never negative`() {
        #expect(pauses(Backoff { .seconds($0 - 2) }, 3) == [.zero, .zero, .seconds(1)])
    }
}
