import AppLinks
import Foundation
import JSONDocument
import Tasks
import Testing

/// The programs of README: what stands between the marks stands there too, word for word, and does what it says.
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

    @Test("README shows these programs", arguments: ["tasks", "applinks"])
    func isShown(name: String) throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let readme = try String(contentsOf: URL(filePath: #filePath).appending(path: "../../../README.md").standardized, encoding: .utf8)
        let begin = try #require(source.range(of: "// README: begin \(name)\n"))
        let end = try #require(source.range(of: "// README: end", range: begin.upperBound..<source.endIndex))
        let lines = source[begin.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
        let program = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!program.isEmpty)
        #expect(readme.contains(program), "README's program differs:\n\(program)")
    }
}
