import Dispatch
import Tasks
package import Testing

/// Runs the tests of a suite that wait for programs, servers or threads: on threads of their own, so that tests that compute cannot keep
/// them waiting, and only a few at a time, so that they do not delay each other.
///
///     @Suite(.waits) struct StoryTests { … }
package struct Waits: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    private static let turns = Turns(4)

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.turns.take {
            try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
        }
    }
}

extension Trait where Self == Waits {
    package static var waits: Self { Self() }
}

/// Threads besides those of the concurrency pool.
private final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "waiting tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
