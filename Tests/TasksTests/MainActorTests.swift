import Dispatch
import Tasks
import Testing

// The examples of a module whose declarations belong to the main actor by default are in Tests/TasksMainActorTests.

/// What a screen shows. It belongs to the main actor, as views do.
@MainActor
private final class Screen {
    var title = ""
}

@Suite struct `The main actor as executor` {
    @Test func `runs closures that use what belongs to the main actor`() async throws {
        let screen = Screen()
        let load = Future("Links", executor: .queue(.global()))
        try await load.continueOnSuccessWith(.mainActor) { title in screen.title = title }.value
        #expect(await screen.title == "Links")
        let shown = load.continueWith(.mainActor) { future in screen.title + (future.result ?? "") }
        #expect(try await shown.value == "LinksLinks")
        let followed = load.continueOnSuccessWithFuture(.mainActor) { title in Future(screen.title + title) }
        #expect(try await followed.value == "LinksLinks")
        #expect(try await load.continueWithFuture(.mainActor) { _ in Future(screen.title) }.value == "Links")
        #expect(try await Future(executor: .mainActor) { screen.title }.value == "Links")
    }

    @Test func `handles errors, and looks at outcomes`() async throws {
        let screen = Screen()
        let failed = Future<String>(error: Mistake(number: 7))
        failed.tap(.mainActor) { outcome in screen.title = "\(outcome.error as Any)" }
        #expect(try await failed.continueOnErrorWith(.mainActor) { _ in screen.title }.value.contains("7"))
        #expect(try await failed.continueOnErrorWithFuture(.mainActor) { _ in Future(screen.title) }.value.contains("7"))
    }

    @Test @MainActor func `runs at once where the caller is already there`() {
        let screen = Screen()
        Future("Links").continueOnSuccessWith(.mainActor) { screen.title = $0 }
        #expect(screen.title == "Links")
    }

    @Test func `passes on what the closure throws`() async {
        let failed = Future(1).continueOnSuccessWith(.mainActor) { _ -> Int in throw Mistake() }
        #expect(await failed.settled().error is Mistake)
        let cancelled = Future(executor: .mainActor) { throw CancellationError() }
        #expect(await cancelled.settled().isCancelled)
    }
}

extension Future {
    /// A future of a value that `executor` makes.
    fileprivate init(_ value: Value, executor: FutureExecutor) {
        self.init(executor: executor) { value }
    }
}
