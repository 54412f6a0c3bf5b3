import Dispatch
import Tasks
package import Testing

/// A trait for tests that wait for programs, servers or threads. They run on their own threads, so that tests that compute cannot delay
/// them, and only four at a time, so that they do not delay each other.
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

/// Runs jobs on threads outside the concurrency pool.
private final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "waiting tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
