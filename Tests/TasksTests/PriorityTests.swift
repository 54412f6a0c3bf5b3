import Tasks
import Testing

@Suite struct `Priorities` {
    @Test(arguments: [TaskPriority.high, .low, .background])
    func `of the caller become those of an async closure`(priority: TaskPriority) async throws {
        let seen = try await Task(priority: priority) { Future<TaskPriority>.async { Task.basePriority ?? .medium } }.value.value
        #expect(seen == priority)
    }

    @Test func `can be chosen for an async closure`() async throws {
        #expect(try await Future<TaskPriority?>.async(priority: .low) { Task.basePriority }.value == .low)
    }

    @Test func `of an awaiting task are lent to an async closure`() async throws {
        let started = Promise<Void>()
        let gate = Promise<Void>()
        let future = Future<TaskPriority>.async(priority: .background) {
            started.set()
            try await gate.future.value
            return Task.currentPriority
        }
        try await started.future.value
        let waiting = Task(priority: .high) { try await future.value }
        // The closure continues when a task with a higher priority waits for the future.
        while !"\(future.debugDescription)".contains("waited for") { await Task.yield() }
        gate.set()
        #expect(try await waiting.value >= .high)
    }
}
