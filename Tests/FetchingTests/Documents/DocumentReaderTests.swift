import LinkLayers
import Testing

@testable import Fetching

@Suite("Reading a page", .timeLimit(.minutes(10))) struct DocumentReaderTests {
    @Test("tags wherever they are in the document, and none where they are no tags")
    func tags() throws {
        let page = """
            <title><meta property=0></title><meta property=1><noscript><meta property=0></noscript><template><meta property=0></template>
            <textarea><meta property=0></textarea><iframe><meta property=0></iframe><style><meta property=0></style><!--<meta property=0>-->
            <script>"<meta property=0>"</script><body><div><svg><g><meta property=2></g></svg><meta name=n content='&amp;' property=3></html>
            <meta property=4>
            """
        let content = try read(page)
        #expect(content.metas.map(\.property) == ["1", "2", "3", "4"])
        #expect(content.metas[2] == .init(property: "3", name: "n", content: "&"))
        #expect(content.scripts == 1)
    }

    @Test("alternates and linked data")
    func others() throws {
        let page = """
            <link rel="canonical" href="/x"><link rel="x ALTERNATE" href="android-app://a/b"><link rel=alternate>
            <script type="Application/LD+JSON; charset=utf-8">{"a": "<b>&amp;"}</script><script type=application/ld+json></script>text
            """
        let content = try read(page)
        #expect(content.alternates == ["android-app://a/b"])
        #expect(content.linkedData == [#"{"a": "<b>&amp;"}"#])
        #expect(content.scripts == 0)
        #expect(content.textLength >= 4)
    }

    @Test("a page that its scripts are to build", arguments: [("<div id=app></div><script src=x></script>", true), ("<p>Hello", false)])
    func byScript(page: String, isBuilt: Bool) throws {
        #expect(try read(page).isBuiltByScript == isBuilt)
    }

    @Test(
        "hostile pages are read or given up within limits, whatever they nest",
        arguments: [
            "<div>", "<b><p>", "<template>", "<table><tr><td>", "<svg>", "<select><option>", "<a b c d e f g", "<", "&", "<!--", "</p>",
            "<i x>", "\0",
            "<meta property=al:ios:url content=demo://1>", "<b a><p>", "<li>", "<frameset>", "<math><mi>", "<p><object>",
        ])
    func hostile(piece: String) {
        let page = Array(String(repeating: piece, count: (1 << 18) / piece.utf8.count).utf8)
        do throws(FetchProblem) {
            _ = try DocumentReader.read(page, limits: .init(memory: 32 << 20, seconds: 0.1))
        } catch {
            #expect(error == .pageTooComplex)
        }
        // Whatever became of it, the next page meets nothing of it.
        #expect(throws: Never.self) { _ = try read("<p>") }
    }

    @Test("formatting that piles up, each element different from the others")
    func formatting() {
        let page = (0..<100_000).map { "<b a\($0)><p>x" }.joined()
        #expect(throws: FetchProblem.pageTooComplex) { _ = try read(page) }
    }

    @Test("nothing, and next to nothing", arguments: ["", " ", "\u{FEFF}", "x", "<meta"])
    func empty(page: String) throws {
        #expect(try read(page).metas.isEmpty)
    }

    private func read(_ page: String) throws -> PageContent {
        try DocumentReader.read(Array(page.utf8))
    }
}
