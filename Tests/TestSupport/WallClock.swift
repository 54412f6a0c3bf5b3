import Tasks
package import Testing

/// Runs the tests that measure time by the clock on the wall one after another, in whatever target they are: two of them at a time would
/// measure each other.
///
///     @Test(.wallClock) func limit() async { … }
package struct WallClock: TestTrait, TestScoping {
    private struct Turns {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let turns = Locked(Turns())

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await withCheckedContinuation { continuation in
            let isMine = Self.turns.withLock { turns in
                if turns.isTaken { turns.waiting.append(continuation) }
                defer { turns.isTaken = true }
                return !turns.isTaken
            }
            if isMine { continuation.resume() }
        }
        defer {
            let next = Self.turns.withLock { turns -> CheckedContinuation<Void, Never>? in
                guard !turns.waiting.isEmpty else {
                    turns.isTaken = false
                    return nil
                }
                return turns.waiting.removeFirst()
            }
            next?.resume()
        }
        try await function()
    }
}

extension Trait where Self == WallClock {
    package static var wallClock: Self { Self() }
}
