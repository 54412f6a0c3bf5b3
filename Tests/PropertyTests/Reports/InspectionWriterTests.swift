import AppLinks
import JSONDocument
import LinkLayers
import Records
import Reports
import TestSupport
import Testing

@Suite("The reports of many records, by one writer")
struct InspectionWriterTests {
    /// Returns what a writer has written, and whether the record has an error.
    private func written(_ line: [UInt8], by writer: inout InspectionWriter) -> (report: String, hasError: Bool) {
        let hasError = writer.append(line.span, isCut: false, entry: .inbound(sourceApplication: nil))
        let report = writer.withOutput { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
        writer.removeAll(keeping: 1 << 16)
        return (report, hasError)
    }

    /// Expects that a writer writes each line, one after the other, as a new writer does.
    private func expectSame(_ lines: [[UInt8]], showsSecrets: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
        for form in [InspectionWriter.Form.json, .text(.plain)] {
            var writer = InspectionWriter(form, showsSecrets: showsSecrets)
            for line in lines {
                var newWriter = InspectionWriter(form, showsSecrets: showsSecrets)
                let text = String(decoding: line, as: UTF8.self)
                let (report, expected) = (written(line, by: &writer), written(line, by: &newWriter))
                #expect(report == expected, "\(text)", sourceLocation: sourceLocation)
                if case .json = form { #expect(JSONDocument(report.report).isValid, "\(text)", sourceLocation: sourceLocation) }
            }
        }
    }

    @Test("a writer that is reused writes the same as a new one", .daily, arguments: Seeds.among(1...12))
    func corpus(seed: UInt64) {
        var corpus = LinkCorpus(seed: seed)
        expectSame((0..<Effort.size(80, long: 300)).map { Array(corpus.link($0).utf8) }, showsSecrets: seed.isMultiple(of: 4))
    }

    @Test("links with bytes removed, doubled and replaced are written the same", .daily, arguments: Seeds.among(1...12))
    func damaged(seed: UInt64) {
        var corpus = LinkCorpus(seed: seed)
        var random = SeededRandom(seed: seed)
        let pieces = [
            "%", "%22", "%25", "\\", "%5C", "\"", "@", ":", "//", "&", "=", "#", "?", " ", "é", "token", "password", "\u{202E}", "%00",
        ]
        .map { Array($0.utf8) }
        var lines: [[UInt8]] = []
        for number in 0..<Effort.size(60, long: 200) {
            var line = Array(corpus.link(number).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...line.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line.removeSubrange(place..<min(place + Int.random(in: 1...9, using: &random), line.count))
                case 1: line.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)], at: place)
                default: line.insert(contentsOf: line[place..<min(place + 40, line.count)], at: place)
                }
            }
            lines.append(line)
        }
        expectSame(lines)
    }

    /// Pieces of links that are inserted to change the findings and thus the output.
    private static let pieces: [String] = {
        let plain = [
            "shop://a", "https://a.example", "https://l.facebook.com/l.php?u=", "http://", "HTTP://b.example/", "https:", "//", "/", "?",
            "&", "=", "#", ":",
            "@", ".", "x=1", "y=2", "%78=1", "next=", "u=", "%23", "%23/", "c%23", "%2520", "%252F", "%25zz", "%zz", "%", "%E9", "%C3%A9",
            "é",
            "%E2%80%8B", "%E2%80%AE", "%0A", "%00", "%7F", "a+b", "+", " ", "%20", "&amp;z=1", "{\"n\":1}", "xn--a-", "xn--bcher-kva",
            "apple.com@", "%40",
            "\\", ":99999", ":0", "javascript:x", "data:image/png,x", "file:///x", "al_applink_data=", "al_applink_data=%7B%7D",
            "utm_source=m", ".onion/",
            "intent:", "#Intent;scheme=https;end", "“", "&quot;",
        ]
        let links = [
            "https://b.example/?q=a+b", "https://b.example/?x=1&x=2", "https://b.example/?x=1&%78=1", "https://b.example/%23/x",
            "https:///x",
            "https://b.example:99999/", "https://apple.com@b.example/", "https://b.example/a b", "https://b.example/50%",
            "https://b.example/x%E2%80%8By",
            "https://b.example/?x=1&amp;y=2", "https://b.example/?d={\"n\":1}", "javascript:x()", "file:/x", "https://b.example/%E9",
            "https://b.example/a%2520b",
            "www.b.example", "://b", "b", "HTTP://b.example/", "https://xn--a-.example/", "https://b.example/?t=%00",
        ]
        return plain + links.map(percentEncoded) + links.map { percentEncoded(percentEncoded($0)) }
            + links.map { "al_applink_data=" + percentEncoded("{\"target_url\":\(quoted($0))}") }
            + links.map {
                "al_applink_data="
                    + percentEncoded("{\"target_url\":\"a://b\",\"referer_app_link\":{\"url\":\(quoted($0)),\"app_name\":\"A\"}}")
            }
            + links.map { "al_applink_data=" + percentEncoded("{\"target_url\":\"a://b\",\"extras\":{\"l\":[\(quoted($0))]}}") }
    }()

    @Test("links with findings, and links that almost have findings, are written the same", .daily, arguments: Seeds.among(1...6))
    func findings(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let starts = [
            "shop://a?", "https://a.example/?next=", "https://a.example/p", "shop://a?x=1&", "https://l.facebook.com/l.php?u=", "",
        ]
        var lines: [[UInt8]] = []
        for _ in 0..<Effort.size(40, long: 120) {
            var line = starts[Int.random(in: 0..<starts.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                line += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }
            lines.append(Array(line.utf8))
        }
        expectSame(lines)
    }

    @Test(.daily) func `links with a single finding are written the same`() {
        let links = Self.pieces.flatMap { ["shop://a?next=\($0)", "https://a.example/?\($0)"] }
        expectSame(Seeds.share(of: links, in: 5).map { Array($0.utf8) })
    }

    @Test(
        "unusual links are written the same",
        arguments: [
            "", " ", "shop://a ", "{\"url\":\"shop://a?x=1\"}", "{\"event\":\"x\"}", "{", "http://[::1", "//a/b", "mailto:me@a.example",
            "shop://a?al_applink_data", "shop://a?al_applink_data=", "shop://a?x=%FF", "shop://a?%FF=1", "shop://a?x=1&x=2&x=%FF&x=3",
            "shop://ü/ö?ä=1", "shop://a?x=a b|c", "shop://a#al_applink_data=%7B%7D", "http://me:secret@a.example/", "http://a.example:pass",
            "http://a.example:80", "shop://a?u=http%3A%2F%2Fa.example%3Apass", "shop://a?x%2525=50%2525", "shop://a?access_token=abc",
            "shop://a?%70assword=abc", "shop://a?x=%22password%22%3A%22abc%22", "shop://a?x=%22stock%22%3A%22Tokyo%22", "shop://a?x",
            appLink(#"{"a":1,"a":{"b":2},"extras":{"k":1},"extras":{"k":[2,{"password":3}]}}"#),
            appLink(#"{"target_url":"http:\/\/x.example\/?a=\u00e9","extras":{"\u0061":"\n","access_token":{"a":[1]}}}"#),
            appLink(#"{"extras":{"a.b":{"c[0]":["x",{"api_key":"k"}]},"e":{},"f":[[],[[]]]},"user_agent":"a\tb"}"#),
            appLink(#"{"target_url":"https://me:pw@a.example/","referer_app_link":{"url":"a b://c","app_name":"x"}}"#),
            appLink(#"{"target_url":"http://ü.example/ä?b=ö","referer_app_link":{"url":"http://ü.example/","app_name":"N: m"}}"#),
            appLink(#"{"target_url":"a://b","referer_app_link":{"url":"http://x:y","app_name":"http://x:y"},"user_agent":"http://x:y"}"#),
            appLink(#"{"target_url":"a://b","n":[1.50,1e9,-0,true,false,null],"\u202e":"\u200b","x":"​"}"#),
            appLink(#"{"target_url":"a://b","password":null,"id_token":true,"passwd":1,"apikey":"é\u0301 字"}"#),
        ]
    )
    func unusual(line: String) {
        expectSame([Array("shop://before?access_token=x".utf8), Array(line.utf8), Array(line.utf8), Array("shop://after".utf8)])
        expectSame([Array(line.utf8)], showsSecrets: true)
    }

    @Test(
        "links with layers and repairs are written the same",
        arguments: [
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fu%3Dshop%253A%252F%252Fb&h=1",
            "https://a.app.link/x?$canonical_url=https%3A%2F%2Fb.example", "https://x.page.link/?link=https%3A%2F%2Fa.example%2F",
            "intent://open?a=1#Intent;scheme=shop;S.browser_fallback_url=https%3A%2F%2Fa.example;end", "android-app://com.a/shop/x/y",
            "shop://a?next=shop%3A%2F%2Fb%3Fpassword%3Dabc", "shop://a?d=eyJhY2Nlc3NfdG9rZW4iOiJhYmMifQ==", "shop%3A%2F%2Fa%3Fb%3Dc",
            "shop://a?x=%7B%22access_token%22%3A%22http%3A%2F%2Fabc%22%7D", "shop://a?x=http%3A%2F%2Fb%2F%FF", "https://t.co/abc",
            "shop://a?token=http%3A%2F%2Fb.example%2Fabc", "shop://a?token=%2561bc%2520d", "shop://a?x=red%2520shoes", "http://a.example/",
            "https://a.example/%23/x", "https://a.example/?a=1&amp;b=2", "https://a.example/?q=red+shoes&q=red+shoes",
            "https://xn--bcher-kva.de/",
            "www.example.com/a", "//a.example/b", "https://a.example/?utm_source=mail&utm_campaign=%7B%22a%22:1%7D",
            "\u{200B}shop://a?x=http%3A%2F%2Fa",
            "shop://a?al_applink_data={\"target_url\":\"https://b.example/?a=1&b=2\"}",
            "shop://a#al_applink_data=%7B%22target_url%22%3A%22a%3A%2F%2Fb%22%7D",
            appLink(#"{"target_url":"www.a.example","version":"1"}"#), appLink(#"{"target_url":"a://b","n":12345678901234567890}"#),
            appLink(#"{"target_url":"https://a.example/?u=shop%3A%2F%2Fb","extras":{"l":["a://b",{"k":"{\"c\":\"d://e\"}"}]}}"#),
            appLink(#"{"target_url":"a","version":"1.0"}"#), appLink(#""{\"target_url\":\"a://b\"}""#), appLink(#"{"version":"2.0"}"#),
        ]
    )
    func layered(line: String) {
        expectSame([Array("shop://before?u=http%3A%2F%2Fa.example".utf8), Array(line.utf8), Array("shop://after".utf8), Array(line.utf8)])
        expectSame([Array(line.utf8)], showsSecrets: true)
    }

    @Test("after a large link, the next link is written correctly")
    func large() {
        let long = "shop://a?x=" + String(repeating: "%22y", count: Effort.size(1 << 15, long: 1 << 18))
        let many = "shop://a?" + (0..<4_000).map { "p\($0 % 3_000)=\($0)" }.joined(separator: "&")
        expectSame([long, "shop://b?x=1", many, "shop://c"].map { Array($0.utf8) })
    }
}

/// Links as in real feeds: App Links, web links, custom schemes, wrapped links, intents and truncated links.
private struct LinkCorpus {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func one(of words: [String]) -> String { words[Int.random(in: 0..<words.count, using: &random)] }

    private mutating func word() -> String {
        one(of: [
            "red", "42", "ünï", "a b", "x&y", "50%", "字", "k", "tokens", "\"q\"", "a\\b", "a/b", "me@b", "1:2", "\u{1F600}", "\u{200B}",
        ])
    }

    private mutating func appLinkText(_ number: Int) -> String {
        let secret = one(of: ["fb_access_token", "password", "n", "access token", "X-Api-Key"])
        let data = """
            {"target_url": "https://\(one(of: ["a.example", "b.example:8080", "ü.example"]))/p/\(number)?q=\(percentEncoded(word()))&s=7",
             "version": "1.0", "user_agent": "Bolts", "extras": {"campaign": \(quoted(word())), "n": \(number), "\(secret)": "ttt\(one(of: ["", " ", "é"]))",
             "nested": {"a": [1, 2.0, null], "k": \(quoted(word()))}}, "referer_app_link": {"app_name": \(quoted(word())), "url": "shop://back/\(number)"}}
            """.replacing("\n", with: "")
        return "shop://open/\(number)?ref=\(percentEncoded(word()))&al_applink_data=\(percentEncoded(data))"
    }

    mutating func link(_ number: Int) -> String {
        let plain = "https://a.example/products/\(number)?utm_source=mail&c=\(percentEncoded(word()))&id=\(number)"
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<6: return appLinkText(number)
        case 6, 7: return plain
        case 8: return "news://item/\(number)?name=\(percentEncoded(word()))"
        case 9: return "https://l.facebook.com/l.php?u=\(percentEncoded(plain))&h=AT0xx"
        case 10:
            return "intent://open/\(number)?a=1#Intent;scheme=shop;S.browser_fallback_url=\(percentEncoded(plain));end"
        default:
            let whole = appLinkText(number)
            return String(whole.prefix(Int.random(in: 60..<whole.count, using: &random)))
        }
    }
}

/// Returns a text as a JSON string, including the quotes.
private func quoted(_ text: String) -> String { (try? JSONValue.string(text).serialized()) ?? "" }
