package import Testing

/// Runs the tests that measure elapsed time one after another, in whatever target they are, because two of them would measure each other.
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
