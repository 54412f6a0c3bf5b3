import Dispatch
import Tasks
import TestSupport
import Testing

/// The programs of the guide Recipes.md; see `ReadmeProgram`.
struct RecipeTests {
    /// What the programs print and show.
    private final class Output: Sendable {
        private let stored = Locked<[String]>([])

        var lines: [String] { stored.withLock { $0 } }

        func add(_ line: String) {
            stored.withLock { $0.append(line) }
        }
    }

    private let output = Output()
    private let timer = ManualTimer()

    private func print(_ value: some CustomStringConvertible) {
        output.add(value.description)
    }

    @Test("a callback becomes a future")
    func callbacks() {
        struct NoTitle: Error {}
        func loadTitle(_ page: Int, _ done: @escaping @Sendable (String?, (any Error)?) -> Void) {
            done(page > 0 ? "Page \(page)" : nil, nil)
        }
        // README: begin callbacks
        func title(of page: Int) -> Future<String> {
            let promise = Promise<String>()
            loadTitle(page) { title, error in
                if let title { promise.trySet(title) } else { promise.trySet(error: error ?? NoTitle()) }
            }
            return promise.future
        }

        print(title(of: 1).result ?? "none")  // Page 1
        print(title(of: 0).error is NoTitle)  // true
        // README: end
        #expect(output.lines == ["Page 1", "true"])
    }

    @Test("a result is shown on the main queue")
    func screen() async throws {
        let title = Future("Shop")
        let show: @Sendable (String) -> Void = { [output] text in
            dispatchPrecondition(condition: .onQueue(.main))
            output.add(text)
        }
        // README: begin screen
        let capitals = title.continueOnSuccessWith(.queue(.global())) { title in title.uppercased() }
        let shown = capitals.continueOnSuccessWith(.main) { title in show(title) }
        shown.continueOnErrorWith(.main) { error in show("\(error)") }
        // README: end
        try await shown.value
        #expect(output.lines == ["SHOP"])
    }

    @Test("progress is a stream beside the value")
    func progress() async throws {
        // README: begin progress
        let (parts, progress) = AsyncStream.makeStream(of: Double.self)
        let copy = Future<String>.async {
            defer { progress.finish() }
            for part in 1...4 { progress.yield(Double(part) / 4) }
            return "copied"
        }
        for await part in parts { print(part) }  // 0.25, 0.5, 0.75, 1.0
        print(try await copy.value)  // copied
        // README: end
        #expect(output.lines == ["0.25", "0.5", "0.75", "1.0", "copied"])
    }

    @Test("work is cancelled after a time")
    func limit() async {
        @Sendable func slowAnswer() async throws -> String {
            while !Task.isCancelled { await Task.yield() }
            throw CancellationError()
        }
        // README: begin limit
        let source = CancellationTokenSource()
        source.cancel(after: .seconds(10), timer: timer)
        let answer = Future<String>.async(token: source.token) { try await slowAnswer() }
        timer.advance(by: .seconds(10))
        print(await answer.settled().isCancelled)  // true
        // README: end
        #expect(output.lines == ["true"])
    }

    @Test("a test advances the time")
    func clock() {
        // README: begin clock
        let reminder = Future<Void>.withDelay(.seconds(3600), timer: timer).continueOnSuccessWith { "Take a break." }

        timer.advance(by: .seconds(3599))
        print(reminder.isCompleted)  // false
        timer.advance(by: .seconds(1))
        print(reminder.result ?? "none")  // Take a break.
        // README: end
        #expect(output.lines == ["false", "Take a break."])
    }

    @Test("the guide shows exactly these programs")
    func areShown() throws {
        let programs = try ReadmeProgram.all().map(\.text)
        #expect(try ReadmeProgram.shown(in: "Sources/Tasks/Tasks.docc/Recipes.md") == programs)
        #expect(programs.count == 5)
    }
}
