import LinkLayers
import TestSupport
import Testing

@testable import Fetching

@Suite("Reading an ordinary page without a tree", .timeLimit(.minutes(10))) struct OrdinaryPageTests {
    @Test("what every shop's page has in it is ordinary")
    func ordinary() throws {
        let page = """
            <!DOCTYPE html><html lang=en><!-- <meta property=0> --><head><meta charset="utf-8"><title>A &amp; B <b></title>
            <meta property="al:ios:url" content="shop://item/7?a=1&b=2&amp;c=3"><META NAME='d' CONTENT='It&#39;s &ldquo;x&rdquo;'>
            <link rel="alternate" href="android-app://a/b"><script>if (a<b) { document.write("<meta property=0>") }</script>
            <script type="application/ld+json">{"a":"<b>"}</script><style>a>b{}</style><noscript><img src=x height="1"/></noscript></head>
            <body><svg viewBox="0 0 1 1"><title>x</title><path d="M0 0"/></svg><table><tr><td>1<script src=y></script></table>
            <select><option>1<option selected>2</select><textarea><meta property=0></textarea><p>\(String(repeating: "text ", count: 60))
            <a href=/x?y=1&z=2>more</a><br/><meta property=al:web:url content=https://a.example/ ></body></html>
            """
        let content = try #require(OrdinaryPage.read(Array(page.utf8)))
        #expect(content.metas.map(\.property) == [nil, "al:ios:url", nil, "al:web:url"])
        #expect(content.metas[1].content == "shop://item/7?a=1&b=2&c=3" && content.metas[2].content == "It's “x”")
        #expect(content.alternates == ["android-app://a/b"] && content.linkedData == [#"{"a":"<b>"}"#] && content.scripts == 2)
        #expect(try same(page))
    }

    @Test(
        "what only a tree can tell is left to it",
        arguments: [
            "<template><meta property=1></template>", "<table><meta property=1></table>", "<select><meta property=1></select>",
            "<svg><style><meta property=1></style></svg>", "<frameset><meta property=1>", "<plaintext><meta property=1>",
            "<meta property=1 content='&eacute;'>", "<select><noscript></select><meta property=1>",
            "<script><!--<script></script><meta property=1></script>", "<svg><![CDATA[<meta property=1>]]></svg>", "<meta content='\r\n'>",
        ])
    func unordinary(page: String) {
        #expect(OrdinaryPage.read(Array(page.utf8)) == nil)
    }

    /// Pieces that change what those behind them mean, in any order.
    private static let pieces = [
        "<meta property=a content=b>", "<meta name='n' content=\"1&amp;2\">", "<META PROPERTY=a PROPERTY=b/>", "<meta property>",
        "<meta/property=x/>",
        "<link rel=alternate href=x>", "<link rel='x alternate'>", "<script>", "</script>", "<script type=application/ld+json>{}",
        "<script/>",
        "<style>", "</style>", "<title>", "</title>", "<textarea>", "</textarea >", "<noscript>", "</noscript>", "<noscript/>",
        "</NOSCRIPT >", "<a title='<noscript>'>", "<iframe>", "</iframe>",
        "<xmp>", "</xmp>", "<noembed>", "</noembed>", "<noframes>", "</noframes>", "<select>", "</select>", "<option>", "<input>",
        "<table>",
        "</table>", "<tr><td>", "</td>", "<caption>", "<svg>", "</svg>", "<svg/>", "<path/>", "<g>", "<math>", "<mi>", "<mtext>", "</math>",
        "<p>",
        "</p>",
        "<div>", "</div>", "<b>", "</b>", "<a href='>'>", "</a>", "<br>", "</br>", "<img src=x>", "<!-- ", "-->", "--!>", "<!-->", "<!--->",
        "<!", "<!doctype html>", "<?x ?>", "</", "</>", "</ x>", "<", ">", "\"", "'", "=", "&", "&amp;", "&x;", "a", " ", "\n", "text\n",
        "<html>", "</html>", "<head>", "</head>", "<body>", "</body>", "<button>", "</button>", "<h1>", "</h1>", "<li>", "<object>",
        "</object>",
        "<frameset>", "<form>", "</form>", "<col>", "<template>", "</template>", "<desc>", "<foreignObject>", "<metadata>",
        "<!-- x -- > --",
    ]

    @Test("what it reads is what a tree tells, whatever the page is made of", arguments: Seeds.among(0...7))
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var read = 0
        for _ in 0..<4000 {
            let page = (0..<Int(random.next() % 14 + 1)).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
            if try same(page) { read += 1 }
        }
        #expect(read > 1000)
    }

    @Test("the same for pages of the ordinary kind with one thing wrong", arguments: Seeds.among(0...3))
    func changed(seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 100)
        let parts = [
            "<!doctype html><html><head>", "<title>x</title>", "<meta property=a content='1'>", "<noscript><img></noscript>",
            "<script>a<b</script>", "<link rel=alternate href=y>", "</head><body>", "<svg><path/></svg>", "<table><tr><td>x</table>",
            "<meta property=b content='&quot;'>", "<script type=application/ld+json>{\"a\":1}</script>", "<p>text</p>", "</body></html>",
        ]
        for _ in 0..<2000 {
            var page = parts
            page.insert(Self.pieces[Int(random.next() % UInt64(Self.pieces.count))], at: Int(random.next() % UInt64(parts.count)))
            if random.next() % 2 == 0 { page.remove(at: Int(random.next() % UInt64(page.count))) }
            _ = try same(page.joined())
        }
    }

    @Test("the same where bytes of a page are changed, left out or doubled", arguments: Seeds.among(0...3))
    func mutated(seed: UInt64) throws {
        var random = SeededRandom(seed: seed + 200)
        let marks = Array("<>/!-=\"' \n\t\r\0\u{C}&;#[]sx?N".utf8)
        var read = 0
        for _ in 0..<1000 {
            let pieces = (0..<Int(random.next() % 16 + 4)).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }
            var page = Array(pieces.joined().utf8)
            for _ in 0..<Int(random.next() % 3 + 1) where !page.isEmpty {
                let place = Int(random.next() % UInt64(page.count))
                switch random.next() % 4 {
                case 0: page.remove(at: place)
                case 1: page.insert(page[place], at: place)
                case 2: page.insert(marks[Int(random.next() % UInt64(marks.count))], at: place)
                default: page[place] = marks[Int(random.next() % UInt64(marks.count))]
                }
            }
            if try same(String(decoding: page, as: UTF8.self)) { read += 1 }
        }
        #expect(read > 100)
    }

    /// Whether it is read without a tree; then both say the same.
    private func same(_ page: String) throws -> Bool {
        guard var content = OrdinaryPage.read(Array(page.utf8)) else { return false }
        var tree = try DocumentReader.read(Array(page.utf8))
        #expect(content.isBuiltByScript == tree.isBuiltByScript, "\(page.debugDescription)")
        (content.textLength, tree.textLength) = (0, 0)
        #expect(content == tree, "\(page.debugDescription)")
        return true
    }
}
