import AppLinks
import Bytes
import LinkLayers
import TestSupport
import Testing

/// Findings about a nested link have their place and their repair in the outer link.
@Suite("Findings about links inside a link")
struct NestedFindingsTests {
    /// The nested link, the finding, its place, and the nested link after the repair.
    static let examples: [(inner: String, code: FindingCode, place: String, repaired: String?)] = [
        ("https://a.example/?q=red+shoes", .plusForBlank, "+", "https://a.example/?q=red%20shoes"),
        ("https://a.example/?d={\"n\":1}", .rawJSON, "{\"n\":1}", "https://a.example/?d=%7B%22n%22%3A1%7D"),
        ("https://a.example/?x=1&amp;y=2", .htmlEscape, "&amp;", "https://a.example/?x=1&y=2"),
        ("https://a.example/app/%23/cart", .encodedHash, "%23", "https://a.example/app/#/cart"),
        ("https://a.example/?x=1&y=2&x=1", .duplicateParameter, "x=1", "https://a.example/?y=2&x=1"),
        ("https://a.example/?x=1&%78=1", .duplicateParameter, "%78=1", "https://a.example/?%78=1"),
        ("https://a.example/?x=1&x=2", .duplicateParameter, "x=2", nil),
        ("http://a.example/", .insecureHTTP, "http", "https://a.example/"),
        ("HTTP://a.example/", .insecureHTTP, "HTTP", "https://a.example/"),
        ("https://a.example/a%2520b", .doubleEncoding, "a%2520b", "https://a.example/a%20b"),
        ("https://a.example/50%", .badEscape, "%", "https://a.example/50%25"),
    ]

    /// The ways to nest a link, each with a function that returns how text of the nested link is written in the outer link.
    static let ways: [(name: String, wrap: @Sendable (String) -> String, written: @Sendable (String) -> String)] = [
        ("a parameter", { "shop://a?next=\(percentEncoded($0))&z=1" }, percentEncoded),
        ("a click wrapper", { "https://l.facebook.com/l.php?u=\(percentEncoded($0))&h=AT0" }, percentEncoded),
        ("target_url", { appLink("{\"target_url\":\(quoted($0))}") }, { percentEncoded(String(quoted($0).dropFirst().dropLast())) }),
        (
            "JSON in a parameter", { "shop://a?d=\(percentEncoded("{\"l\":[\(quoted($0))]}"))" },
            { percentEncoded(String(quoted($0).dropFirst().dropLast())) }
        ),
        (
            "a link in a link", { "shop://a?u=\(percentEncoded("https://b.example/?next=\(percentEncoded($0))"))" },
            { percentEncoded(percentEncoded($0)) }
        ),
        (
            "an intent's fallback", { "intent://b#Intent;scheme=shop;S.browser_fallback_url=\(percentEncoded($0));end" }, percentEncoded
        ),
        ("an encoding too many", { "shop://a?next=\(percentEncoded(percentEncoded($0)))" }, { percentEncoded(percentEncoded($0)) }),
    ]

    /// The ways in which a `+` is a space to everyone who reads it.
    private static let forms = ["a click wrapper", "an intent's fallback"]

    @Test("a finding has its place in every kind of nesting", arguments: examples.indices)
    func place(index: Int) throws {
        let example = Self.examples[index]
        for way in Self.ways where example.code != .plusForBlank || !Self.forms.contains(way.name) {
            let inspection = LinkInspection(way.wrap(example.inner))
            let found = inspection.findings.filter {
                $0.code == example.code && (example.code != .doubleEncoding || $0.range != inspection.layers.first?.range)
            }
            #expect(found.count == 1, "\(way.name): \(inspection.codes)")
            let range = try #require(found.first?.range)
            let place = String(decoding: inspection.bytes[range], as: UTF8.self)
            #expect(place == way.written(example.place), "\(way.name)")
        }
    }

    @Test("a finding is repaired at its place", arguments: examples.indices)
    func repair(index: Int) throws {
        let example = Self.examples[index]
        for way in Self.ways
        where way.name != "an encoding too many" && (example.code != .plusForBlank || !Self.forms.contains(way.name)) {
            let expected = way.wrap(example.repaired ?? example.inner)
            #expect(LinkInspection(way.wrap(example.inner)).repairedText == expected, "\(way.name)")
        }
    }

    @Test func `a finding in base64 has its place in the letters it was decoded from, and no repair`() throws {
        // The base64 decodes to https://a.example/?q=red+shoes.
        let inspection = LinkInspection("shop://a?d=aHR0cHM6Ly9hLmV4YW1wbGUvP3E9cmVkK3Nob2Vz")
        let finding = try #require(inspection.findings.first { $0.code == .plusForBlank })
        #expect(finding.repair == nil && finding.range == inspection.layers.first?.text.original(24..<25))
        #expect(inspection.repaired == inspection.bytes)
    }

    @Test(
        "each finding is reported once",
        arguments: [
            ("shop://a?u=https://a.example/?q=red+shoes", [.plusForBlank], "shop://a?u=https://a.example/?q=red%2520shoes"),
            (
                "shop://a?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%2F%3Fq%3Dred+shoes%22%7D", [.plusForBlank],
                appLink(#"{"target_url":"https://a.example/?q=red%20shoes"}"#)
            ),
            ("shop://a?d=%7B%22q%22%3A%22C%2B%2B+and+D%22%7D", [.plusForBlank], "shop://a?d=%7B%22q%22%3A%22C%2B%2B%20and%20D%22%7D"),
            (#"shop://a?d={"q":"a+b"}"#, [.rawJSON], "shop://a?d=%7B%22q%22%3A%22a%2Bb%22%7D"),
            (#"shop://a?d={"q":"a%2cb"}"#, [.rawJSON], "shop://a?d=%7B%22q%22%3A%22a%2Cb%22%7D"),
            ("shop://a?a=1&%61=2", [.duplicateParameter], nil), ("shop://a?a=1&%61=1", [.duplicateParameter], "shop://a?%61=1"),
            ("shop://a?%C3%A9=1&é=2", [.duplicateParameter, .unescapedUnicode], "shop://a?%C3%A9=1&%C3%A9=2"),
            ("shop://a?a[]=1&%61%5B%5D=2", [], nil),
            (appLink(#"{"target_url":"https://a.example/?x=1&x=2"}"#), [.duplicateParameter], nil),
            (appLink(#"{"target_url":"a","referer_app_link":{"url":"back","app_name":"A"}}"#), [.targetWithoutScheme, .badReferer], nil),
            (
                appLink(#"{"target_url":"a://b","referer_app_link":{"url":"www.a.example","app_name":"A"}}"#), [.badReferer],
                appLink(#"{"target_url":"a://b","referer_app_link":{"url":"https://www.a.example","app_name":"A"}}"#)
            ),
        ] as [(String, [FindingCode], String?)]
    )
    func once(link: String, codes: [FindingCode], repaired: String?) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == codes)
        // The data is rewritten as a whole, so its notation may change.
        let text = inspection.repairedText
        let isSame = text == repaired ?? link
        let data = LinkInspection(text).link?.appLinkData
        #expect(isSame || data != nil && data == repaired.flatMap { LinkInspection($0).link?.appLinkData }, "\(text)")
    }

    // MARK: Wrappers

    @Test(
        "a link that was put into a wrapper unescaped gets its parameters back",
        arguments: [
            (
                "https://l.facebook.com/l.php?u=https://a.example/?x=1&y=2&z=3&h=AT0&s=1",
                "https://l.facebook.com/l.php?u=https://a.example/?x=1%26y=2%26z=3&h=AT0&s=1", "https://a.example/?x=1&y=2&z=3"
            ),
            (
                "https://www.google.com/url?q=https://a.example/?x=1&y=2&sa=D&source=docs",
                "https://www.google.com/url?q=https://a.example/?x=1%26y=2&sa=D&source=docs", "https://a.example/?x=1&y=2"
            ),
            (
                "https://www.youtube.com/redirect?event=x&q=https://a.example/?x=1&y=2",
                "https://www.youtube.com/redirect?event=x&q=https://a.example/?x=1%26y=2",
                "https://a.example/?x=1&y=2"
            ),
            ("https://x.page.link/?link=https://a.example/?x=1&y=2&apn=com.a", "https://a.example/?x=1&y=2", nil),
        ] as [(String, String, String?)]
    )
    func cut(link: String, repaired: String, inside: String?) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.contains(.wrappedLinkCut))
        #expect(inspection.place(of: .wrappedLinkCut) == "&")
        #expect(inspection.repairedText == repaired)
        #expect(LinkInspection(repaired).layers.first?.text.string == inside)
    }

    @Test(
        "other links are not reported as cut off",
        arguments: [
            "https://l.facebook.com/l.php?u=https://a.example/?x=1&h=AT0",
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fx%3D1&y=2",
            "https://l.facebook.com/l.php?u=https://a.example/&y=2", "https://l.facebook.com/l.php?u=https://a.example/?x=1&h=AT0&y=2",
            "https://a.example/?u=https://b.example/?x=1&y=2", "https://x.app.link/?$canonical_url=https://a.example/?x=1&y=2",
            "https://l.facebook.com/l.php?u=https://a.example/?x=1&amp;h=AT0", "https://www.google.com/search?q=https://a.example/?x=1&y=2",
            "https://l.facebook.com/l.php?y=2&u=https://a.example/?x=1", "https://l.facebook.com/l.php?u=https://a.example/?x=1&",
        ])
    func uncut(link: String) {
        #expect(!LinkInspection(link).codes.contains(.wrappedLinkCut))
    }

    @Test func `a wrapper inside a link is repaired, too`() {
        let inner = "https://l.facebook.com/l.php?u=https://a.example/?x=1&y=2&h=AT0"
        let link = LinkInspection("shop://a?next=" + percentEncoded(inner))
        #expect(link.place(of: .wrappedLinkCut) == "%26")
        #expect(link.repairedText == "shop://a?next=" + percentEncoded(inner.replacing("&y", with: "%26y")))
    }
}
