import Tasks
import Testing

// This target is compiled with the main actor as the default isolation, as Xcode sets it in new applications. So `Model` and its methods
// belong to the main actor though nothing here says so.

/// The model of a screen.
final class Model {
    private(set) var title = ""
    private(set) var isLoading = false

    func show(_ page: Future<String>) -> Future<Void> {
        isLoading = true
        return
            page
            .tap(.mainActor) { _ in self.isLoading = false }
            .continueOnSuccessWith(.mainActor) { title in self.title = title }
    }

    func reload(_ page: Future<String>) async throws {
        title = try await page.value
    }

    func load() -> Future<Void> {
        Future<String>.async { "async" }.continueOnSuccessWithAsync { @MainActor title in
            await Task.yield()
            self.title = title
        }
    }
}

@Suite struct `A module of the main actor` {
    @Test func `uses futures without saying where it runs`() async throws {
        let model = Model()
        let page = Promise<String>()
        let shown = model.show(page.future)
        #expect(model.isLoading)
        page.set("Links")
        try await shown.value
        #expect(model.title == "Links")
        #expect(!model.isLoading)
    }

    @Test func `stays on the main actor over an await, and in async continuations`() async throws {
        let model = Model()
        try await model.reload(Future("awaited"))
        #expect(model.title == "awaited")
        try await model.load().value
        #expect(model.title == "async")
    }
}
