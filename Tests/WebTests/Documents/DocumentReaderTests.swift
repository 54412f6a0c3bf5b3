import AppLinks
import Deciding
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("Reading a page", .timeLimit(.minutes(30))) struct DocumentReaderTests {
    @Test("tags are found anywhere in the document, but not in text, comments, scripts or templates")
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

    /// An even number marks a tag that must be found, an odd number a tag that must be ignored.
    @Test(
        "the content of noscript is text, as in a browser that runs scripts, in any place and with any content",
        arguments: [
            // A browser without scripts would start the body at the image and find the tag after it.
            "<head><noscript><img src=x><meta property=1></noscript><meta property=2>",
            "<noscript><p>x<meta property=1></p></NOSCRIPT ><meta property=2>", "<noscript class='>'>x<meta property=1></noscript/>",
            "<body><noscript><!-- </noscript><meta property=2> --></noscript><meta property=4>",
            "<noscript><script></noscript><meta property=2></script>", "<noscript/><meta property=1>", "<noscript><table><meta property=1>",
            "<noscript></noscripts><meta property=1></noscript><meta property=2>", "<div><noscript><div></noscript><meta property=2>",
            "<head><noscript>a</noscript><body><meta property=2>", "<table><noscript><p></noscript><tr><td><meta property=2></table>",
            // In a comment, an attribute value, a script or a title, `<noscript>` is only text.
            "<!-- <noscript> --><meta property=2>", "<!--><noscript><meta property=1></noscript><meta property=2>",
            "<!--x--!><noscript><meta property=1></noscript><meta property=2>", "<a title='<noscript>'><meta property=2>",
            "<script>'<noscript>'</script><meta property=2>", "<title><noscript></title><meta property=2></noscript>",
            "<script><!--<script></script><noscript>--></script><meta property=2>", "<?x <noscript><meta property=2>",
            "<script><!--</script><noscript><meta property=1></noscript><meta property=2>", "</ <noscript><meta property=2>",
            // In these places, `<noscript>` is an ordinary element, is ignored, or is text.
            "<svg><noscript><g></g></noscript></svg><meta property=2>", "<svg><noscript><p><meta property=2>",
            "<svg><desc><noscript><meta property=1></noscript></desc></svg><meta property=2>",
            "<svg><mtext><noscript><meta property=2></noscript></mtext></svg>", "<math><mi><noscript><meta property=1></noscript></math>",
            "<svg><![CDATA[<noscript>]]></svg><meta property=2>", "<select><noscript></select><meta property=2>",
            "<select><input><noscript><meta property=1></noscript><meta property=2>", "<plaintext><noscript>",
        ])
    func noscript(page: String) throws {
        let found = try read(page).metas.compactMap { $0.property.flatMap { Int($0) } }
        #expect(found == page.matches(of: /property=(\d)/).compactMap { Int($0.1) }.filter { $0 % 2 == 0 }, "\(page)")
    }

    @Test("values, scripts and texts that mention noscript stay unchanged")
    func mentions() throws {
        let page = """
            <noscript><p></noscript><meta property="<noscript>" content='a<noscript b</noscript/'><p>&lt;noscript><title></noscript></title>
            <script type=application/ld+json>{"a": "<noscript></noscript >", "b": "<noframes>"}</script>
            """
        let content = try read(page)
        #expect(content.metas == [.init(property: "<noscript>", content: "a<noscript b</noscript/")])
        #expect(content.linkedData == [#"{"a": "<noscript></noscript >", "b": "<noframes>"}"#])
        #expect(content.textLength == "<noscript>".count + "</noscript>".count)
    }

    @Test("a zero byte becomes part of the name next to it")
    func zeroBytes() throws {
        let content = try read("<meta \0property=1><meta name='n'\0property=2><meta property=3 content='a\0b'><m\0eta property=4>")
        #expect(content.metas == [.init(), .init(name: "n"), .init(property: "3", content: "a\u{FFFD}b")])
    }

    @Test("alternate links and linked data")
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

    @Test("pages whose scripts build the content", arguments: [("<div id=app></div><script src=x></script>", true), ("<p>Hello", false)])
    func byScript(page: String, isBuilt: Bool) throws {
        #expect(try read(page).isBuiltByScript == isBuilt)
    }

    @Test(
        "reading a hostile page succeeds or stops within the limits",
        arguments: [
            "<div>", "<b><p>", "<template>", "<table><tr><td>", "<svg>", "<select><option>", "<a b c d e f g", "<", "&", "<!--", "</p>",
            "<i x>", "\0",
            "<meta property=al:ios:url content=demo://1>", "<b a><p>", "<li>", "<frameset>", "<math><mi>", "<p><object>",
        ])
    func hostile(piece: String) {
        let page = Array(String(repeating: piece, count: (1 << 18) / piece.utf8.count).utf8)
        do throws(FetchProblem) {
            _ = try DocumentReader.read(page, memory: 32 << 20, seconds: 0.1)
        } catch {
            #expect(error == .pageTooComplex)
        }
        // In either case, the next page can be read.
        #expect(throws: Never.self) { _ = try read("<p>") }
    }

    @Test("many different formatting elements that stay open")
    func formatting() {
        let page = (0..<100_000).map { "<b a\($0)><p>x" }.joined()
        #expect(throws: FetchProblem.pageTooComplex) { _ = try read(page) }
    }

    @Test("empty and nearly empty pages", arguments: ["", " ", "\u{FEFF}", "x", "<meta"])
    func empty(page: String) throws {
        #expect(try read(page).metas.isEmpty)
    }

    private func read(_ page: String) throws -> PageContent {
        try DocumentReader.read(Array(page.utf8))
    }
}
