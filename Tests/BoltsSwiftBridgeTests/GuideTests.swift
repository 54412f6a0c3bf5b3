import BoltsSwift
import Tasks
import TestSupport
import Testing

/// The programs of the guide MigratingFromBoltsSwift.md; see `ReadmeProgram`.
struct GuideTests {
    private struct Article: Sendable, Equatable {
        var title = "Spring"
    }

    @Test("code that was written for Bolts-Swift stays as it is")
    func unchanged() {
        var shown: [String] = []
        let show = { (text: String) in shown.append(text) }
        let download = TaskCompletionSource<String>()
        // README: begin unchanged
        download.task
            .continueOnSuccessWith(.immediate) { text in text.count }
            .continueWith(.immediate) { task in
                if task.faulted { show("no article") } else { show("\(task.result ?? 0) characters") }
            }
        // README: end
        download.set(result: "links")
        #expect(shown == ["5 characters"])
    }

    @Test("both kinds of task in one file")
    func names() async throws {
        // README: begin names
        let loaded = BoltsSwift.Task("article")
        let waiting = _Concurrency.Task { try await loaded.future.value }
        // README: end
        #expect(try await waiting.value == "article")
    }

    @Test("a module that has moved still gives tasks to its callers")
    func outside() {
        func load(_ id: Int) -> Future<Article> { Future(Article(title: "Article \(id)")) }
        // README: begin outside
        func article(_ id: Int) -> BoltsSwift.Task<Article> {
            load(id).task
        }
        // README: end
        #expect(article(7).result == Article(title: "Article 7"))
    }

    @Test("a module that has moved uses tasks of one that has not")
    func inside() {
        func article(_ id: Int) -> BoltsSwift.Task<Article> { BoltsSwift.Task(Article(title: "Article \(id)")) }
        // README: begin inside
        func title(_ id: Int) -> Future<String> {
            article(id).future.continueOnSuccessWith { article in article.title }
        }
        // README: end
        #expect(title(7).result == "Article 7")
    }

    @Test("the same chain before and after the move")
    func moved() {
        func load(_ id: Int) -> Future<Article> { Future(Article()) }
        @Sendable func read(_ article: Article) -> Future<Int> { Future(article.title.count) }
        // README: begin moved
        // load(7).continueOnSuccessWithTask { article in read(article) }.continueWith { task in task.result ?? 0 }
        let count = load(7)
            .continueOnSuccessWithFuture { article in read(article) }
            .continueOnErrorWith { _ in 0 }
        // README: end
        #expect(count.result == 6)
    }

    @Test("what a moved module gains: an end by cancellation, and one by time")
    func gains() {
        let (timer, answer) = (ManualTimer(), Promise<String>())
        func load(_ id: Int, _ token: CancellationToken) -> Future<String> {
            answer.cancel(with: token)
            return answer.future
        }
        // README: begin gains
        let source = CancellationTokenSource()
        let text = load(7, source.token)
            .timeout(after: .seconds(10), cancelling: source, timer: timer)
        // README: end
        timer.advance(by: .seconds(10))
        #expect(text.error is TimeoutError && answer.future.isCancelled)
    }

    @Test("the guide shows exactly these programs")
    func areShown() throws {
        let programs = try ReadmeProgram.all().map(\.text)
        #expect(try ReadmeProgram.shown(in: "Sources/BoltsSwift/BoltsSwift.docc/MigratingFromBoltsSwift.md") == programs)
        #expect(programs.count == 6)
    }
}
