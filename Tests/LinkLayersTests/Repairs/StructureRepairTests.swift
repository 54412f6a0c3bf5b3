import AppLinks
import JSONDocument
import LinkLayers
import TestSupport
import Testing

@Suite("Repairs of where the data ends")
struct StructureRepairTests {
    private static let whole = #"{"target_url":"https://x.example/?a=1&b=2","version":"1.0"}"#

    private func expect(_ link: String, becomes data: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let repaired = LinkInspection(LinkInspection(link).repaired)
        let expected = JSONValue(try #require(JSONDocument(data).root))
        #expect(
            repaired.link?.appLinkData == expected, "\(String(decoding: repaired.bytes, as: UTF8.self))", sourceLocation: sourceLocation)
        #expect(!repaired.findings.contains { $0.severity == .error }, sourceLocation: sourceLocation)
        #expect(repaired.repaired == repaired.bytes, sourceLocation: sourceLocation)
    }

    @Test(
        "data that was cut apart is rejoined before it is repaired",
        arguments: [
            (#"shop://i?al_applink_data={"target_url":"https://x.example/?a=1&b=2","version":"2.0"}"#, whole),
            (
                #"https://e.com/p?al_applink_data={"target_url":"https://x.com/?a=1&b=2","extras":{"id":1,}}"#,
                #"{"target_url":"https://x.com/?a=1&b=2","extras":{"id":1}}"#
            ),
            (
                #"https://e.com/p?al_applink_data={"target_url":"https://x.com/?a=1&b=2","version":2,}&z=1#f"#,
                #"{"target_url":"https://x.com/?a=1&b=2","version":"1.0"}"#
            ),
            (
                #"shop://a?al_applink_data={"target_url":"https://x.com/?a=1&amp;b=2"}"#,
                #"{"target_url":"https://x.com/?a=1&b=2"}"#
            ),
        ])
    func cut(link: String, data: String) throws {
        #expect(LinkInspection(link).codes.contains(.payloadCut))
        try expect(link, becomes: data)
    }

    @Test func `after the repair, no part of the data is left outside`() {
        let link = #"shop://i?al_applink_data={"target_url":"https://x.example/?a=1&b=2","version":"2.0"}"#
        let data = #"{"target_url":"https://x.example/?a=1&b=2","version":"1.0"}"#
        #expect(LinkInspection(link).repairedText.removingEscapes == "shop://i?al_applink_data=" + data)
        #expect(LinkInspection(link).repairedText.contains("a%3D1%26b%3D2") == true)
    }

    @Test(
        "data after the # is moved as a whole, including the & and # in it",
        arguments: [
            "https://e.com/#al_applink_data=", "https://e.com/?z=1#al_applink_data=", "https://e.com/#top?al_applink_data=",
            "https://e.com/#top&al_applink_data=",
        ])
    func fragment(start: String) throws {
        let data = #"{"target_url":"https://x.com/?a=1&b=2#q"}"#
        try expect(start + data, becomes: data)
        try expect(start + data + "&c=3", becomes: data)
        try expect(start + #"{"target_url":"https://x.com/?a=1&b=2#q","version":2,}"#, becomes: Self.versioned)
        #expect(LinkInspection(LinkInspection(start + data + "&c=3").repaired).link?.inputURL.fragment?.hasSuffix("c=3") == true)
    }

    private static let versioned = #"{"target_url":"https://x.com/?a=1&b=2#q","version":"1.0"}"#

    @Test(
        "a duplicate key after the cut is reported before the repair",
        arguments: [
            #"shop://i?al_applink_data={"target_url":"https://x.example/?a=1&b=2","extras":{"n":1,"n":2}}#frag"#,
            #"shop://i#al_applink_data={"target_url":"https://x.example/?a=1&b=2","extras":{"n":1,"n":2}}"#,
        ])
    func duplicates(link: String) throws {
        let inspection = LinkInspection(link)
        #expect(inspection.codes.count { $0 == .duplicateKey } == 1)
        #expect(inspection.place(of: .duplicateKey) == #""n""#)
        try expect(link, becomes: #"{"target_url":"https://x.example/?a=1&b=2","extras":{"n":2}}"#)
    }

    @Test(
        "HTML-escaped quotes are unescaped first",
        arguments: [
            "shop://a?al_applink_data={&quot;a&quot;:1}", "shop://a?al_applink_data=%7B%26quot%3Ba%26quot%3B%3A1%7D",
            "shop://a?al_applink_data={&#34;a&#34;:1}", "shop://a?al_applink_data={&quot;a&quot;:1}&z=1#top",
            "shop://a?al_applink_data={&quot;a&quot;:1,}&amp;z=1",
        ])
    func html(link: String) throws {
        #expect(LinkInspection(link).codes.contains(.htmlEscape))
        try expect(link, becomes: #"{"a":1}"#)
    }

    @Test(
        "HTML-escaped quotes are unescaped in the fragment, too",
        arguments: [
            ("shop://a#al_applink_data={&quot;a&quot;:1}", "shop://a?al_applink_data=%7B%22a%22%3A1%7D"),
            (
                "shop://a?x=1#top&al_applink_data=%7B%26quot%3Ba%26quot%3B%3A1%7D&c=3",
                "shop://a?x=1&al_applink_data=%7B%22a%22%3A1%7D#top&c=3"
            ),
            (
                "shop://a#al_applink_data={&quot;t&quot;:&quot;https://x.com/?a=1&amp;b=2#c&quot;}",
                "shop://a?al_applink_data=%7B%22t%22%3A%22https%3A%2F%2Fx.com%2F%3Fa%3D1%26b%3D2%23c%22%7D"
            ),
            ("shop://a#al_applink_data={&quot;a&quot;:[1", "shop://a#al_applink_data={&quot;a&quot;:[1"),
        ])
    func htmlInFragment(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test(
        "typographic quotes become straight quotes if the result is JSON",
        arguments: [
            ("{“a”:“b”}", #"{"a":"b"}"#), ("{“a”:“b \\” c”,\"d\":“”}", #"{"a":"b \" c","d":""}"#),
            ("{“version”:“2.0”,}", #"{"version":"1.0"}"#),
            ("{‘a’:‘b’}", #"{"a":"b"}"#), ("{“a”:“it’s”}", #"{"a":"it’s"}"#),
            ("{„a“:1,‟b”:2}", #"{"a":1,"b":2}"#), (#"{"a":"“b”","c":1,}"#, #"{"a":"“b”","c":1}"#),
        ])
    func curly(data: String, straight: String) throws {
        try expect(appLink(data), becomes: straight)
        try expect("shop://a?al_applink_data=" + data.replacing(" ", with: "%20"), becomes: straight)
    }

    @Test(
        "quotes with an escape too many lose it",
        arguments: [
            (#"{\"a\":{\"b\":\"c\\\"d\"}}"#, #"{"a":{"b":"c\"d"}}"#), (#"{ \u0022a\u0022:\u0022b\u0022}"#, #"{ "a":"b"}"#),
            ("{%22a%22:%22b%22}", #"{"a":"b"}"#), ("{%2522a%2522:%2522b%2522}", #"{"a":"b"}"#),
            (#"{%22a%22:%22https:%5C/%5C/b.example%22,%22c%22:%22d%22}"#, #"{"a":"https:\/\/b.example","c":"d"}"#),
        ])
    func escaped(data: String, meant: String) throws {
        try expect(appLink(data), becomes: meant)
        #expect(LinkInspection(appLink(data)).repairs(of: .payloadNotJSON).count == 1)
    }

    @Test(
        "data with escaped quotes that is cut is not rebuilt from what was read",
        arguments: [#"{\"a\":{\"b"#, #"{\u0022a\u0022:1"#, "{%22a%22:"])
    func cutEscaped(data: String) {
        #expect(LinkInspection(appLink(data)).repairs(of: .payloadNotJSON).isEmpty)
    }

    @Test func `truncated data with typographic quotes is not rebuilt from its beginning`() {
        let link = "shop://a?al_applink_data={“t”:“https://x.com/?a=1&b=2”}"
        #expect(LinkInspection(link).repairs(of: .payloadNotJSON).isEmpty)
    }

    @Test(
        "data whose mistakes leave a doubt about what was meant is not rebuilt",
        arguments: [
            "{&#39;a&#39;:&#39;b&#39;}", "{&apos;a&apos;:1}", "{&ldquo;a&rdquo;:1}", #"{\\"a\\":\\"b\\"}"#, #"{\x22a\x22:1}"#,
            #"{“a”:“b "c" d”}"#, "{‘a’:‘it’s’}", "{“a”:“say “hi” now”}", "{“a”:“b”", #"{“a":“b"}"#, #"{"a":"say "hi" now"}"#,
            #"{"a":https://b.example/x}"#, #"{"a":https://b.example/x,"b":1}"#, #"{"a":"b="/x/"","c":1}"#, #"{"a":"see "(b)" c"}"#,
            #"{"a":"pay "$5" now"}"#, #"{"a":"size 5" x 7"}"#, #"{"a":"b " c " d"}"#, #"{"a":"b"+"c"}"#, #"{"a":"say ""hi"" now"}"#,
            #"{"a":"27"","b":"x","c":"y"}"#, #"{"a":["27"",5]}"#, "{'a':u'b'}", #"{"a:"b"}"#, #"{"a":"b","c":d","e":1}"#,
            "{a:it’s fine,b:1}", "{a:two words,b:1}", "{a:myapp:item?id=7}", "{a:www.a.example/p?x=1}", "{a:10:30}", "{a:«b»}", "{«a»:1}",
            "{a:`b`}",
            #"{"a": //b.example/x}"#, #"{"a":"say "}" now","b":2}"#, #"{"a":"b"}"c":2}"#, #"{"a" "b"}"#, #"{"a"1}"#, #"{"a":"b""c":"d"}"#,
            #"{"a":%22b%22}"#, "{\(String(repeating: "'a':'b',", count: 60))'c':'it's'}",
        ])
    func doubt(data: String) {
        #expect(LinkInspection(appLink(data)).repairs(of: .payloadNotJSON).isEmpty)
    }

    @Test func `a quote in HTML is not the name of a parameter`() {
        let link = "shop://a?al_applink_data={&quot;a&quot;:&quot;x&quot;,&quot;b&quot;:&quot;y"
        #expect(!LinkInspection(link).codes.contains(.duplicateParameter))
    }

    @Test("a secret that the JSON parser quotes is not in the message", arguments: ["“hunter2”", "hunter2", "%E2%80%98hunter2%E2%80%99"])
    func quotedSecret(value: String) throws {
        let link = "shop://a?al_applink_data={\"password\":\(value)}"
        let message = try #require(LinkInspection(link).findings.first { $0.code == .payloadNotJSON }?.message)
        #expect(message.hasSuffix("The mistake is at byte 13, in a secret."))
    }

    @Test(
        "a duplicate key that is a secret is not in the message",
        arguments: [#"{"target_url":"a://b","KEY":1,"KEY":2}"#, #"{"target_url":"https://x.example/?a=1&b=2","KEY":1,"KEY":2}"#])
    func duplicateSecret(data: String) throws {
        let link = "shop://i?al_applink_data=" + data.replacing("KEY", with: "github_pat_" + String(repeating: "aB1", count: 28))
        let message = try #require(LinkInspection(link).findings.first { $0.code == .duplicateKey }?.message)
        #expect(message.contains("which contains a secret, repeats an earlier key") && !message.contains("aB1"))
    }

    @Test func `a mistake before a secret is told`() {
        let link = LinkInspection("shop://a?al_applink_data={\"u\":\"https://a.example/?password=abc")
        #expect(link.findings.first { $0.code == .payloadNotJSON }?.message.contains("at byte 6") == true)
    }

    @Test(
        "signs that are missing between values are written",
        arguments: [
            (#"{"a":true"b":"c"}"#, #"{"a":true,"b":"c"}"#), (#"{"a":1"b":2}"#, #"{"a":1,"b":2}"#),
            (#"{"a":"b" "c":["d" 1]}"#, #"{"a":"b","c":["d",1]}"#), (#"{"a":"b" c:1}"#, #"{"a":"b","c":1}"#),
            (#"{"a":"b";"c":1}"#, #"{"a":"b","c":1}"#), (#"{"a"=>"b",c="d"}"#, #"{"a":"b","c":"d"}"#), ("{a:it’s}", #"{"a":"it’s"}"#),
            (#"{"a":/* b */1}"#, #"{"a":1}"#), ("{'a':True,'b':None}", #"{"a":"True","b":"None"}"#),
            ("{größe:klein}", #"{"größe":"klein"}"#), (#"{"a":1,,"b":2}"#, #"{"a":1,"b":2}"#),
        ])
    func missing(data: String, meant: String) throws {
        try expect(appLink(data), becomes: meant)
    }

    @Test("an apostrophe that JavaScript escapes stays an apostrophe", arguments: [#"{'a':'O\'Neil'}"#, #"{'a':"O\'Neil"}"#])
    func apostrophe(data: String) throws {
        try expect(appLink(data), becomes: #"{"a":"O'Neil"}"#)
    }

    @Test func `an HTML-escaped link in the data keeps its parameters`() throws {
        let data = #"{"target_url":"https://x.com/?a=1&b=2"}"#
        try expect("shop://a?al_applink_data={&quot;target_url&quot;:&quot;https://x.com/?a=1&amp;b=2&quot;}", becomes: data)
    }

    @Test(
        "a member without a value, or with one that was cut, is left out of rebuilt data",
        arguments: [
            #"{"target_url":"a://b","referer_app_link":{"url":"a://b","app"#,
            #"{"target_url":"a://b","referer_app_link":{"url":"a://b","app":"#,
            #"{"target_url":"a://b","app":,"referer_app_link":{"url":"a://b"}}"#,
            #"{"target_url":"a://b","referer_app_link":{"url":"a://b","app":"a"#,
            #"{"target_url":"a://b","referer_app_link":{"url":"a://b","app":12"#,
            #"{"target_url":"a://b","referer_app_link":{"url":"a://b","app":tru"#,
        ])
    func member(data: String) throws {
        try expect(
            "shop://a?al_applink_data=" + percentEncoded(data), becomes: #"{"target_url":"a://b","referer_app_link":{"url":"a://b"}}"#)
    }

    @Test(
        "truncated data is not rebuilt from its beginning",
        arguments: [
            appLink(#"{"a":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}"),
            "shop://a#al_applink_data=" + percentEncoded(#"{"a":"# + String(repeating: "[", count: 600)),
            #"shop://a?al_applink_data={"target_url":"https://x.com/?a=1&b=2","extras":{"#,
            "shop://a?al_applink_data={&quot;a&quot;:[1", #"shop://a#al_applink_data={"target_url":"https://x.com/?a=1&b=2","x":["#,
        ])
    func unknownEnd(link: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.repaired == inspection.bytes, "\(inspection.findings.filter { $0.repair != nil })")
    }

    @Test(
        "a + in data is a space only if a form wrote it",
        arguments: [
            (#"shop://a?al_applink_data={"q":"a+b","n":1e+5,}"#, #"{"q":"a+b","n":1e+5}"#),
            (#"shop://a?al_applink_data={"q":+"a+b"}"#, #"{"q":"a b"}"#),
            ("shop://a?al_applink_data=%7B%22q%22%3A%22a+b%22%2C%22n%22%3A1e+5%7D", #"{"q":"a b","n":1e+5}"#),
        ])
    func plus(link: String, data: String) throws {
        try expect(link, becomes: data)
    }

    // MARK: Two problems at a time

    /// A way in which valid data is written badly without losing its meaning.
    private enum Slip: CaseIterable {
        case bareSigns, trailingComma, version, fragment, html, behind
    }

    private static func text(_ random: inout SeededRandom) -> String {
        let pieces = ["https://x.example/", "?a=1", "&b=2", "#q", "+", "=", "é", "/p", "k", "&", "#", "{", "}", "[", ",", ":", "?", "'"]
        return "https://x.example/"
            + (0..<Int.random(in: 0..<8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
    }

    private static func extras(_ random: inout SeededRandom, depth: Int) -> JSONValue {
        var object = JSONObject()
        for index in 0..<Int.random(in: 0..<4, using: &random) {
            let value: JSONValue =
                switch Int.random(in: 0..<5, using: &random) {
                case 0: .string(text(&random))
                case 1: .array([.bool(true), .null, .string(text(&random))])
                case 2 where depth > 0: extras(&random, depth: depth - 1)
                case 3: .bool(false)
                default: .string("n\(index)")
                }
            object["k\(index)"] = value
        }
        return .object(object)
    }

    private static func link(_ data: JSONValue, _ slips: [Slip]) throws -> String {
        var data = data
        if slips.contains(.version), var object = data.objectValue {
            object["version"] = .string("2.0")
            data = .object(object)
        }
        var json = try data.serialized()
        if slips.contains(.trailingComma) { json = json.dropLast() + ",}" }
        if slips.contains(.html) {
            json = json.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        }
        if !slips.contains(.bareSigns) { json = percentEncoded(json) }
        let start = slips.contains(.fragment) ? "shop://i?y=1#al_applink_data=" : "shop://i?y=1&al_applink_data="
        return start + json + (slips.contains(.behind) ? "&z=3" : "")
    }

    @Test("valid data that was written badly in two ways has the same meaning after the repair", arguments: Seeds.among(0...3))
    func slips(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4 {
            let data: JSONValue = [
                "target_url": .string(Self.text(&random)), "extras": Self.extras(&random, depth: 3), "version": "1.0",
            ]
            // Problems in nested links are repaired as well.
            let expected = LinkInspection(LinkInspection(try Self.link(data, [])).repaired).link?.appLinkData
            for first in Slip.allCases {
                for second in Slip.allCases {
                    let link = try Self.link(data, [first, second])
                    let before = LinkInspection(link)
                    let after = LinkInspection(before.repaired)
                    #expect(after.link?.appLinkData == expected, "\(link) → \(String(decoding: after.bytes, as: UTF8.self))")
                    #expect(after.repaired == after.bytes, "\(link)")
                    let errors = before.findings.count { $0.severity == .error }
                    #expect(after.findings.count { $0.severity == .error } <= errors, "\(link)")
                }
            }
        }
    }
}

extension String {
    /// The text with its percent escapes decoded. Works only for ASCII.
    fileprivate var removingEscapes: String {
        var result = ""
        var rest = self[...]
        while let sign = rest.firstIndex(of: "%") {
            let digits = rest[sign...].dropFirst().prefix(2)
            result += rest[..<sign] + String(UInt8(digits, radix: 16).map { Character(Unicode.Scalar($0)) } ?? "?")
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }
}
