import LinkLayers
import TestSupport
import Testing

@Suite("Findings about escapes in host, path, fragment and values")
struct EscapeFindingsTests {
    @Test(
        "each finding has its place",
        arguments: [
            ("https://a.example/x%E2%80%8By", .hiddenCharacters, "%E2%80%8B"),
            ("https://a.example/#x%E2%80%AEy", .hiddenCharacters, "%E2%80%AE"),
            ("https://a%E2%80%8Bb.example/", .hiddenCharacters, "%E2%80%8B"), ("https://a.example/x%00", .controlCharacters, "%00"),
            ("https://a.example/x%0Ay", .controlCharacters, "%0A"), ("https://a.example/#x%1By", .controlCharacters, "%1B"),
            ("https://a.example/x%E9/y", .undecodableText, "%E9"), ("https://a.example/#x%C3", .undecodableText, "%C3"),
            ("https://a%FFb.example/", .undecodableText, "%FF"), ("https://a.example/a%2520b/c", .doubleEncoding, "a%2520b"),
            ("https://a.example/#/a%252Fb", .doubleEncoding, "a%252Fb"), ("https://a%252Eb.example/", .doubleEncoding, "a%252Eb.example"),
            ("https://a.example/50%/x", .badEscape, "%"), ("https://a.example/#50%x", .badEscape, "%x"), ("shop://a?x%=1", .badEscape, "%"),
            ("shop://a?x=%2", .badEscape, "%2"), ("shop://a?x=%zz&y=%%20", .badEscape, "%zz"), ("shop://a?x=%é", .badEscape, "%"),
            ("https://a.example/a b", .unescapedBlank, " "), ("https://a.example/?q=a b", .unescapedBlank, " "),
            ("shop://a#a b", .unescapedBlank, " "),
            // The same in nested links.
            ("shop://a?u=https%3A%2F%2Fa.example%2Fx%25E2%2580%258By", .hiddenCharacters, "%25E2%2580%258B"),
            ("shop://a?u=https%3A%2F%2Fa.example%2F%3Fq%3Dx%25E2%2580%258By", .hiddenCharacters, "%25E2%2580%258B"),
            ("shop://a?u=https%3A%2F%2Fa.example%2F%3Fq%25E2%2580%258B%3Dx", .hiddenCharacters, "%25E2%2580%258B"),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fx%25E9", .undecodableText, "%25E9"),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fx%25zz", .badEscape, "%25zz"),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fa%252520b", .doubleEncoding, "a%252520b"),
            (appLink(#"{"target_url":"https://a.example/a b"}"#), .unescapedBlank, "%20"),
            (appLink(#"{"target_url":"https://a.example/50%"}"#), .badEscape, "%25"),
        ] as [(String, FindingCode, String)]
    )
    func place(link: String, code: FindingCode, place: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.filter { ![.internationalHost, .roundedNumber, .unescapedUnicode].contains($0) } == [code])
        #expect(inspection.place(of: code) == place)
    }

    @Test(
        "after a repair, every reader finds the same content",
        arguments: [
            ("https://a.example/50%/x?a=%&b=%4", "https://a.example/50%25/x?a=%25&b=%254"),
            ("https://a.example/p?t=%u00e4", "https://a.example/p?t=%C3%A4"),
            ("https://a.example/%u4e2d%u6587", "https://a.example/%E4%B8%AD%E6%96%87"),
            ("shop://a?q=%uD83D%uDE00!&x=%u00E9", "shop://a?q=%F0%9F%98%80!&x=%C3%A9"),
            ("shop://a?q=%uD83D&x=%u12", "shop://a?q=%25uD83D&x=%25u12"),
            ("shop://a?q=a b#c d", "shop://a?q=a%20b#c%20d"),
            ("https://a.example/a%2520b/c%252Fd", "https://a.example/a%20b/c%2Fd"),
            ("https://a.example/#/a%25252Fb", "https://a.example/#/a%2Fb"),
            ("https://a.example/#/a%2520b?c=d%2520e", "https://a.example/#/a%20b?c=d%20e"),
            ("https://a.example/#c=d%2520e", "https://a.example/#c=d%20e"),
            ("https://a.example/#https://b.example/c%2520d?e=f%2520g", "https://a.example/#https://b.example/c%20d?e=f%20g"),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fa%252520b", "shop://a?u=https%3A%2F%2Fa.example%2Fa%2520b"),
            (appLink(#"{"target_url":"https://a.example/a b"}"#), appLink(#"{"target_url":"https://a.example/a%20b"}"#)),
            (appLink(#"{"target_url":"https://a.example/ab  "}"#), appLink(#"{"target_url":"https://a.example/ab"}"#)),
            (appLink(#"{"target_url":"https://a.example/50%"}"#), appLink(#"{"target_url":"https://a.example/50%25"}"#)),
        ])
    func repair(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
        #expect(LinkInspection(repaired).codes == [])
    }

    @Test(
        "a link in a parameter has one encoding more, also in the fragment",
        arguments: [
            "https://a.example/?u=https://b.example/c%2520d", "https://a.example/#u=https://b.example/c%2520d",
            "https://a.example/?u=https://b.example/?c=d%2526e", "https://a.example/#u=https://b.example/?c=d%2526e",
            "https://a.example/#/open?u=https://b.example/?c=d%2526e", "shop://a#b:c?u=https://b.example/?c=d%2526e",
            "https://a.example/#/open?u=https%3A%2F%2Fb.example%2F%3Fc%3Dd%2526e",
        ])
    func nested(link: String) {
        #expect(!LinkInspection(link).codes.contains(.doubleEncoding))
    }

    @Test("a % in the middle of an escaped character is the one cause that it is not UTF-8, and no repair restores the character")
    func brokenCharacter() {
        for link in ["https://a.example/p?q=50%25%2520off&x=%E0%A4%A&y=1", "https://a.example/%E0%A4%A/x"] {
            let inspection = LinkInspection(link)
            #expect(inspection.codes == [.badEscape])
            #expect(inspection.place(of: .badEscape) == "%A")
            #expect(inspection.repairedText == link)
        }
        #expect(LinkInspection("https://a.example/?x=%E9&y=%zz").codes == [.undecodableParameter, .badEscape])
    }

    @Test(
        "signs that must be escaped are reported once, but not brackets in a query",
        arguments: [
            ("https://a.example/p?range=1|2&q=^x", "https://a.example/p?range=1%7C2&q=%5Ex"), ("shop://p?q=a`b", "shop://p?q=a%60b"),
            ("https://a.example/[v2]/x", "https://a.example/%5Bv2%5D/x"), ("https://a.example/p/42?x=1\"", "https://a.example/p/42?x=1%22"),
            (#"https://a.example/p\42?x=1"#, "https://a.example/p/42?x=1"), (#"shop://p/a\b#\c"#, "shop://p/a%5Cb#%5Cc"),
            (#"shop://p?a=1\&b=2"#, "shop://p?a=1&b=2"),
            (#"https://a.example/p\?a\=1\&b\=\d"#, "https://a.example/p?a=1&b=%5Cd"),
            (#"https://a.example/p\/42?x=1\"#, "https://a.example/p/42?x=1"),
            ("https://a.example/p?a[]=1&b[0]=2&c=[3]", nil), ("https://[::1]/p", nil), ("https://a.example/p%5Cq?x=%5C&y=1%5C", nil),
        ] as [(String, String?)])
    func signs(link: String, repaired: String?) {
        #expect(LinkInspection(link).codes == (repaired == nil ? [] : [.unescapedSign]))
        #expect(LinkInspection(link).repairedText == repaired ?? link)
    }

    @Test(
        "a character that HTML writes by its number is quoted by its code point if it is not visible",
        arguments: [
            ("&#33;", "!"), ("&#27;", "<U+001B>"), ("&#155;", "<U+009B>"), ("&#10;", "<U+000A>"), ("&#8238;", "<U+202E>"),
        ])
    func invisibleReferences(written: String, shown: String) throws {
        let finding = try #require(LinkInspection("https://a.example/?x=1\(written)y").findings.first { $0.code == .htmlEscape })
        #expect(finding.message.hasPrefix("This \(shown) is written as in HTML (\(written)):"))
        #expect(finding.repair?.summary == "Write \(shown) instead of \(written).")
    }

    @Test(
        "a text may have line ends, and a problem of the data is not reported again for its characters",
        arguments: [
            (#"shop://a?d={"a":"b\\c"}"#, [.rawJSON]), (#"https://a.example/?x=1\u0026y=2"#, [.jsonEscape]),
            (#"https://a.example/p\u0026y=2"#, []),
            ("shop://a?text=one%0D%0Atwo%09three", []), (appLink(#"{"target_url":"a://b","extras":{"t":"one\ntwo\t"}}"#), []),
            (#"shop://a?d={"a": "b c"}"#, [.rawJSON]), ("shop://a?al_applink_data=%7B%22a%22%3A1%zz", [.payloadNotJSON]),
            ("shop://a?u=https%3A%2F%2Fa.example%2Fmy%20file.pdf", []), ("shop://a\u{200B}b?x=1", [.hiddenCharacters]),
            ("https://a.example/\u{200B}", [.hiddenCharacters]), ("hello 50% world", [.noScheme]),
        ] as [(String, [FindingCode])]
    )
    func quiet(link: String, codes: [FindingCode]) {
        #expect(LinkInspection(link).codes.filter { $0 != .internationalHost } == codes)
    }
}
