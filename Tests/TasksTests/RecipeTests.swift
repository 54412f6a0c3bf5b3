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

    @Test("a result is shown on the main actor")
    func screen() async throws {
        let title = Future("Shop")
        let show: @MainActor (String) -> Void = { [output] text in output.add(text) }
        // README: begin screen
        let capitals = title.continueOnSuccessWith(.queue(.global())) { title in title.uppercased() }
        let shown = capitals.continueOnSuccessWith(.mainActor) { title in show(title) }
        shown.continueOnErrorWith(.mainActor) { error in show("\(error)") }
        // README: end
        try await shown.value
        #expect(output.lines == ["SHOP"])
    }

    @Test("progress is a stream beside the value")
    func progress() async throws {
        // README: begin progress
        let (copy, progress) = Future<String>.withProgress(of: Double.self, buffering: .unbounded) { report in
            .async {
                for part in 1...4 { report(Double(part) / 4) }
                return "copied"
            }
        }
        for await part in progress { print(part) }  // 0.25, 0.5, 0.75, 1.0
        print(try await copy.value)  // copied
        // README: end
        #expect(output.lines == ["0.25", "0.5", "0.75", "1.0", "copied"])
    }

    @Test("work that takes too long is cancelled, and the error says how long it had")
    func limit() {
        let work = Promise<String>()
        func slowAnswer(_ token: CancellationToken) -> Future<String> {
            work.cancel(with: token)
            return work.future
        }
        // README: begin limit
        let source = CancellationTokenSource()
        let answer = slowAnswer(source.token).timeout(after: .seconds(10), cancelling: source, timer: timer)
        answer.tap { outcome in print("\(outcome)") }

        timer.advance(by: .seconds(10))  // failure(not settled within 10.0 seconds)
        // README: end
        #expect(output.lines == ["failure(not settled within 10.0 seconds)"])
        #expect(work.future.isCancelled)
    }

    @Test("work that failed is tried again")
    func retry() {
        struct ConnectionLost: Error {}
        @Sendable func loadPage(_ attempt: Int) -> Future<String> {
            attempt < 3 ? Future(error: ConnectionLost()) : Future("page")
        }
        // README: begin retry
        let page = Future<String>.retry(
            times: 3, backoff: .exponential(from: .milliseconds(200)), timer: timer, if: { $0 is ConnectionLost }
        ) { attempt in
            print("attempt \(attempt)")
            return loadPage(attempt)
        }

        timer.advance(by: .milliseconds(600))  // attempt 2 after 200 ms, attempt 3 after another 400 ms
        print(page.result ?? "none")  // page
        // README: end
        #expect(output.lines == ["attempt 1", "attempt 2", "attempt 3", "page"])
    }

    @Test("only the last of many calls counts")
    func latest() {
        @Sendable func find(_ text: String, _ token: CancellationToken) -> Future<String> { Future("found \(text)") }
        // README: begin latest
        let search = Debouncer(after: .milliseconds(300), timer: timer) { (text: String, token) in find(text, token) }

        let first = search("l")
        let last = search("links")
        print(first.isCancelled)  // true
        timer.advance(by: .milliseconds(300))
        print(last.result ?? "none")  // found links
        // README: end
        #expect(output.lines == ["true", "found links"])
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
        #expect(programs.count == 7)
    }
}
