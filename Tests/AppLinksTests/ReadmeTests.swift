import AppLinks
import JSONDocument
import Tasks
import TestSupport
import Testing

/// The example programs of the README and of the page about the libraries. The code between the marks must be the same there, word for word,
/// and must print what the page says. Examples of other libraries are in the tests of those libraries.
@Suite struct ReadmeTests {
    @Test func tasks() async throws {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        struct Timeout: Error {}
        // README: begin tasks
        let promise = Promise<Int>()
        let source = CancellationTokenSource()
        let answer = promise.future
            .continueOnSuccessWith(.default, token: source.token) { $0 * 2 }
            .continueOnErrorWith(Timeout.self) { _ in 0 }

        promise.set(21)
        print(answer.result ?? -1)  // 42
        let both = Future.whenAllResults([answer, Future(1)])
        print(try await both.value)  // [42, 1]
        // README: end
        #expect(printed == ["42", "[42, 1]"])
    }

    @Test func appLinks() throws {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        // README: begin applinks
        let data = AppLinkNavigation.callbackAppLinkData(appName: "Shop", url: try #require(LinkURL("shop://back")))
        let page = try #require(LinkURL("https://example.com/p/42"))
        let target = AppLinkTarget(url: LinkURL("news://p/42"), appStoreID: nil, appName: "News")
        let link = AppLink(sourceURL: page, targets: [target], webURL: page)
        let outcome = AppLinkNavigation(appLink: link, extras: ["n": 42], appLinkData: data).navigate { url in
            url.scheme == "news" ? .opened(by: "com.example.news") : .noAppClaims
        }
        let arrived = IncomingLink(try #require(outcome.openedURL), entry: .inbound(sourceApplication: "com.example.shop"))
        print(arrived.extras?["n"] ?? .null)  // 42
        print(arrived.events.map(\.name.rawValue))  // ["al_link_parse", "al_nav_in"]
        // README: end
        #expect(printed == ["42", #"["al_link_parse", "al_nav_in"]"#])
    }

    @Test("the page about the libraries shows exactly the programs of the tests, and README only programs of it")
    func areShown() throws {
        let programs = try ReadmeProgram.everywhere()
        let shown = try ReadmeProgram.shown(in: "Sources/linkscope/linkscope.docc/Libraries.md")
        for program in programs { #expect(shown.contains(program.text), "the page has no such program, or another: \(program)") }
        for text in try shown + ReadmeProgram.shown() {
            #expect(programs.contains { $0.text == text }, "no test does what a page shows:\n\(text)")
        }
        #expect(programs.count >= 5)
        #expect(try !ReadmeProgram.shown().isEmpty)
    }
}
