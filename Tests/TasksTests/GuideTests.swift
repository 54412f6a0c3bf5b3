#if os(Linux)
    import TestSupport
    import Testing

    /// Compiles the examples of the guides, as they stand there, with the names that they take from the reader's program.
    @Suite struct `The examples of the guides` {
        private static let guides = [
            "Tasks", "Recipes", "MigratingFromBoltsObjC", "MigratingFromCombine", "MigratingFromNIO", "MigratingFromPromiseKit",
        ]

        /// The reader's program. What shows something belongs to the main actor, and the rest to no actor.
        private static let program = #"""
            import Dispatch
            import Tasks

            nonisolated struct NoTitle: Error {}
            nonisolated struct ConnectionLost: Error {}

            nonisolated struct Page: Sendable {
                var title = ""
            }

            // As Swift sees the task of Bolts for Objective-C, from memory.
            nonisolated class BFTask<Result> {
                let result: Result? = nil
                let error: (any Error)? = nil
                let isCancelled = false
                @discardableResult func continueWith(block: @escaping (BFTask) -> Any?) -> BFTask { self }
            }

            nonisolated let url = "https://shop.example/"
            nonisolated let queue = DispatchQueue(label: "shop")
            nonisolated let title = Future("Shop")
            nonisolated let timer = ManualTimer()

            nonisolated func fetch(_ url: String) -> Future<Page> { Future(Page()) }
            nonisolated func title(of page: Page) throws -> String { page.title }
            nonisolated func loadTitle(_ page: Int, _ done: @escaping @Sendable (String?, (any Error)?) -> Void) {}
            nonisolated func loadPage(_ attempt: Int) -> Future<String> { Future("page") }
            nonisolated func slowAnswer(_ token: CancellationToken) -> Future<Void> { Future() }
            nonisolated func find(_ text: String, _ token: CancellationToken) -> Future<String> { Future("found \(text)") }
            @MainActor func show(_ text: String) {}
            @MainActor func show(_ page: Page) {}
            @MainActor func complain(_ error: any Error) {}

            nonisolated struct ManualTimer: FutureTimer {
                func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry { FutureTimerEntry {} }
                func advance(by time: Duration) {}
            }
            """#

        @Test(
            "compile without a word, whatever actor the reader's module belongs to by default",
            arguments: [[], ["-default-isolation", "MainActor"]])
        func examples(isolation: [String]) throws {
            let examples = try Self.guides.flatMap { try ReadmeProgram.shown(in: "Sources/Tasks/Tasks.docc/\($0).md") }
            #expect(examples.count >= Self.guides.count)
            let functions = examples.enumerated().map { "func example\($0.offset)() async throws {\n\($0.element)\n}" }
            let text = ([Self.program] + functions).joined(separator: "\n\n")
            let messages = try SwiftCompiler.messages(for: text, ["-parse-as-library"] + isolation)
            #expect(messages == [], "\(text)")
        }
    }
#endif
