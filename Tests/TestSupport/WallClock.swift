package import Testing

/// A trait for tests that measure elapsed time. Such tests of all targets run one after another, because they would slow each other down.
///
///     @Test(.wallClock) func limit() async { … }
package struct WallClock: TestTrait, TestScoping {
    private static let turns = Turns(1)

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.turns.take(function)
    }
}

extension Trait where Self == WallClock {
    package static var wallClock: Self { Self() }
}
