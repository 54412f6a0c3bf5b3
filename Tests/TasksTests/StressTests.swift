import Dispatch
import Synchronization
import Tasks
import Testing

/// Short races between several threads. Under the thread sanitizer they prove more than long runs do.
@Suite struct `Under stress` {
    static let rounds = 300
    static let threads = 8

    /// Runs `body` on eight threads at once and waits for them.
    static func together(_ body: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: threads) { body($0) }
    }

    @Test func `one of many completions wins, and every continuation runs once`() {
        for _ in 0..<Self.rounds {
            let promise = Promise<Int>()
            let wins = Atomic(0)
            let counter = Counter()
            Self.together { thread in
                for _ in 0..<4 { promise.future.continueWith { _ in counter.add() } }
                let won =
                    switch thread % 3 {
                    case 0: promise.trySet(thread)
                    case 1: promise.trySet(error: Mistake(number: thread))
                    default: promise.tryCancel()
                    }
                if won { wins.add(1, ordering: .relaxed) }
                // A thread that loses the race must find the outcome set.
                if promise.future.outcome == nil { Issue.record("refused, but not decided") }
                for _ in 0..<4 { promise.future.continueWith { _ in counter.add() } }
            }
            #expect(wins.load(ordering: .relaxed) == 1)
            #expect(counter.count == Self.threads * 8)
        }
    }

    @Test func `chains grow while they run`() {
        for _ in 0..<Self.rounds {
            let promise = Promise<Int>()
            let ends = Recorder<Future<Int>>()
            Self.together { thread in
                if thread == 3 { promise.set(0) }
                var last = promise.future
                for step in 0..<20 {
                    last =
                        step % 2 == 0
                        ? last.continueOnSuccessWith { $0 + 1 } : last.continueWithFuture { Future(($0.result ?? 0) + 1) }
                }
                ends.note(last)
            }
            #expect(ends.entries.allSatisfy { $0.result == 20 })
        }
    }

    @Test func `losers are swept while others wait and one settles`() {
        for _ in 0..<Self.rounds {
            let promise = Promise<Int>()
            let counter = Counter()
            Self.together { thread in
                for _ in 0..<20 { _ = Future.whenAny([promise.future, Future(1)]) }
                promise.future.continueWith { _ in counter.add() }
                if thread == 5 { promise.set(1) }
                for _ in 0..<20 { _ = Future.whenAny([promise.future, Future(1)]) }
            }
            #expect(counter.count == Self.threads)
        }
    }

    @Test func `all of many settle together`() {
        for _ in 0..<Self.rounds {
            let promises = (0..<Self.threads).map { _ in Promise<Int>() }
            let all = Future<Int>.whenAllResults(promises.map(\.future))
            Self.together { promises[$0].set($0) }
            #expect(all.result == Array(0..<Self.threads))
        }
    }

    @Test func `tasks await, are cancelled or get the outcome`() async {
        for _ in 0..<Self.rounds {
            let promise = Promise<Int>()
            let future = promise.future
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        let task = Task { await future.settled() }
                        if number % 3 == 0 { task.cancel() }
                        if number == 7 { promise.set(1) }
                        let outcome = await task.value
                        if number % 3 != 0, outcome.value != 1 { Issue.record("\(outcome)") }
                    }
                }
            }
        }
    }

    @Test func `task-142 observers come and go while a token is cancelled`() {
        for _ in 0..<Self.rounds {
            let source = CancellationTokenSource()
            let kept = Counter()
            let removed = Counter()
            let token = source.token
            Self.together { thread in
                if thread == 4 { source.cancel() }
                for _ in 0..<10 {
                    token.onCancellation { kept.add() }
                    let before = token.isCancellationRequested
                    token.onCancellation { removed.add() }.dispose()
                    if !before, thread == 4 { Issue.record("cancelled, but not to be seen") }
                }
            }
            #expect(kept.count == Self.threads * 10)
            #expect(removed.count <= Self.threads * 10)
        }
    }

    @Test func `pending chains are dropped from many threads`() {
        let objects = LiveObjects()
        for _ in 0..<Self.rounds {
            let promise = Promise<Int>()
            Self.together { _ in
                let held = objects.make()
                var last = promise.future
                for _ in 0..<10 { last = last.continueWith { _ in held.hashOfIdentity } }
            }
        }
        #expect(objects.count == 0)
    }

    final class Counter: Sendable {
        private let stored = Atomic(0)
        var count: Int { stored.load(ordering: .relaxed) }
        func add() { stored.add(1, ordering: .relaxed) }
    }
}

extension LiveObjects.Object {
    var hashOfIdentity: Int { ObjectIdentifier(self).hashValue }
}
