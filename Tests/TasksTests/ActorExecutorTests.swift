import Tasks
import Testing

@Suite struct `An actor as executor` {
    actor Ledger {
        var entries: [Int] = []
    }

    @Test func `runs continuations on the actor, in their order`() async throws {
        let ledger = Ledger()
        let executor = FutureExecutor.actor(ledger)
        let start = Promise<Void>()
        let ends = (0..<100).map { number in
            start.future.continueOnSuccessWith(executor) { ledger.assumeIsolated { $0.entries.append(number) } }
        }
        start.set()
        try await Future.whenAll(ends).value
        #expect(await ledger.entries == Array(0..<100))
    }

    @Test func `runs continuations on the main actor`() async throws {
        let answer = try await Future(6).continueOnSuccessWith(.actor(MainActor.shared)) { number in
            MainActor.assumeIsolated { number * 7 }
        }.value
        #expect(answer == 42)
    }

    @Test func `does not run continuations before the call returns`() async throws {
        let ledger = Ledger()
        let number = try await ledger.run { ledger in
            let future = Future(1).continueOnSuccessWith(.actor(ledger)) { $0 + 1 }
            #expect(!future.isCompleted)
            return future
        }.value
        #expect(number == 2)
    }

    @Test func `keeps the priority of the settling task`() async throws {
        let ledger = Ledger()
        let promise = Promise<Void>()
        let seen = promise.future.continueOnSuccessWith(.actor(ledger)) { Task.currentPriority }
        await Task(priority: .high) { promise.set() }.value
        #expect(try await seen.value >= .high)
    }

    @Test func `has a description that names the actor`() {
        #expect("\(FutureExecutor.actor(Ledger()))".contains("Ledger"))
    }
}

extension `An actor as executor`.Ledger {
    func run<Result: Sendable>(_ body: @Sendable (isolated `An actor as executor`.Ledger) -> Result) -> Result {
        body(self)
    }
}
