import AppLinks
import JSONDocument
import LinkLayers
import TestSupport
import Testing

@Suite("Repairs")
struct RepairTests {
    /// Returns the data of the repaired link, if it is an App Link.
    private func data(_ link: String) -> JSONValue? {
        LinkInspection(LinkInspection(link).repaired).link?.appLinkData
    }

    @Test(
        "malformed data that can be read is repaired to an App Link",
        arguments: [
            (#"{"target_url":"a://b","x":nope}"#, #"{"target_url":"a://b","x":"nope"}"#),
            (#"{"target_url":"a://b""#, #"{"target_url":"a://b"}"#),
            (#"{"target_url":"a://b","extras":{"n":01,"m":[1,2"#, #"{"target_url":"a://b","extras":{"n":"01","m":[1]}}"#),
            (#"{'target_url':'a://b',}"#, #"{"target_url":"a://b"}"#),
            (#"{"target_url":"a://b","version":2.0,}"#, #"{"target_url":"a://b","version":"1.0"}"#),
            (#"{"target_url":"a://b"} trailing"#, #"{"target_url":"a://b"}"#),
            (#"{"a":"\ud800"}"#, "{\"a\":\"\u{FFFD}\"}"),
            (#"[{"target_url":"a://b"}]"#, #"{"target_url":"a://b"}"#),
            (#""{\"target_url\":\"a://b\"}""#, #"{"target_url":"a://b"}"#),
            (#"{"version":2,"target_url":"a://b"}"#, #"{"version":"1.0","target_url":"a://b"}"#),
            (#"{"a":1,"a":2,"b":{"c":1,"c":[1,{"d":5,"d":6}]},"a":3}"#, #"{"b":{"c":[1,{"d":6}]},"a":3}"#),
            (#"{"user_agent":7,"extras":null}"#, #"{"user_agent":"7","extras":{}}"#),
            (#"{"extras":"{\"a\":1}"}"#, #"{"extras":{"a":1}}"#),
            (#"{"target_url":"  a://b "}"#, #"{"target_url":"a://b"}"#),
            (#"{"target_url":"www.a.example/x"}"#, #"{"target_url":"https://www.a.example/x"}"#),
            (#"{"target_url":"http://a.example/x"}"#, #"{"target_url":"https://a.example/x"}"#),
            (#"{"target_url":"https%3A%2F%2Fa.example%2F"}"#, #"{"target_url":"https://a.example/"}"#),
        ])
    func data(broken: String, repaired: String) throws {
        let expected = JSONValue(try #require(JSONDocument(repaired).root))
        #expect(data(appLink(broken)) == expected)
    }

    @Test(
        "truncated, moved or wrongly encoded data is found and repaired",
        arguments: [
            #"shop://a?al_applink_data={"target_url":"https://a.example/?x=1&y=2"}&z=3"#,
            #"shop://a?al_applink_data={"target_url":"https://a.example/?x=1&y=2"}#top"#,
            #"shop://a?z=3&al_applink_data=%7B%22target_url%22:%22https://a.example/?x=1&y=2%22%7D"#,
            "shop://a#top?al_applink_data=" + percentEncoded(#"{"target_url":"https://a.example/?x=1&y=2"}"#),
            "shop://a?b=1#al_applink_data=" + percentEncoded(#"{"target_url":"https://a.example/?x=1&y=2"}"#) + "&c=2",
            "shop://a#al_applink_data=" + percentEncoded(#"{"target_url":"https://a.example/?x=1&y=2","version":3"#),
            "shop://a?al_applink_data=" + percentEncoded(percentEncoded(#"{"target_url":"https://a.example/?x=1&y=2"}"#)),
            "shop://a?b&amp;al_applink_data=" + percentEncoded(#"{"target_url":"https://a.example/?x=1&y=2"}"#),
            #"shop://a?al_applink_data={"target_url":+"https://a.example/?x=1%26y=2"}"#,
        ])
    func lost(link: String) {
        #expect(LinkInspection(link).link?.isAppLink == false)
        #expect(data(link)?["target_url"] == "https://a.example/?x=1&y=2", "\(LinkInspection(link).repairedText)")
    }

    @Test func `a # in the data is escaped`() {
        let link = #"shop://a?al_applink_data={"target_url":"https://a.example/#x&y"}&z=1"#
        #expect(LinkInspection(link).place(of: .payloadCut) == "#")
        #expect(data(link)?["target_url"] == "https://a.example/#x&y")
    }

    @Test(
        "problems that only the author can fix are not repaired",
        arguments: [
            "shop://a?access_token=abc", "http://[::1", "shop://a?al_applink_data=nope", appLink("5"), "https://a.example/?utm_source=x",
            "shop://a?tz=10%3A00+02%3A00&tel=+3120&lang=c++", "http://localhost/x", "http://a.example:8080/",
            "https://a.example/%23x?y=1", "hello world", appLink(#"{"target_url":5}"#), "shop://a?x=1&x=2",
        ])
    func untouched(link: String) {
        let inspection = LinkInspection(link)
        #expect(!inspection.hasRepairs, "\(inspection.findings.filter { $0.repair != nil })")
        #expect(inspection.repaired == inspection.bytes)
    }

    @Test(
        "very many problems are all repaired",
        arguments: [
            ("shop://a?" + String(repeating: "p[]=ab+cd&", count: 2000), "shop://a?" + String(repeating: "p[]=ab%20cd&", count: 2000)),
            ("shop://a?" + String(repeating: "x=1&", count: 2000), "shop://a?x=1&"),
            ("shop://a?a=1" + String(repeating: "&amp;b=2", count: 500), "shop://a?a=1&b=2"),
            (
                "shop://a?al_applink_data=" + percentEncoded("{" + String(repeating: #""a":1,"#, count: 2000) + #""b":2}"#),
                "shop://a?al_applink_data=" + "%7B%22a%22%3A1%2C%22b%22%3A2%7D"
            ),
            ("shop://a?q=a%252525252520b", "shop://a?q=a%20b"),
        ])
    func much(link: String, repaired: String) {
        #expect(LinkInspection(link).repairedText == repaired)
    }

    // MARK: Properties of all repairs

    /// Returns a random link made of pieces that break in every known way.
    private static func anyLink(_ random: inout SeededRandom) -> [UInt8] {
        let pieces: [String] = [
            "shop://a", "http://a.example/", "https://x.page.link/", "?", "&", "&amp;", "=", "#", "al_applink_data=", "al_applink_data",
            "link=", "u=", "%7B", "{", "}", "%7D", "\"", "%22", "target_url", "version", "extras", "user_agent", "\"a\":", "1", "\"1.0\"",
            ",", ":", "+", "%2520", "%23", "%253A", "a://b", "https%3A%2F%2Fb.example", "http%3A%2F%2Fb.example", "\u{200B}", "\n", " ",
            "é",
            "%FF", "%", "nope", "[", "]", "www.", "//", "null", "x=1", "{\"target_url\":\"http://c.example/?a=1&b=2\"}", "\\", "'",
            percentEncoded(#"{"target_url":"a://b","version":2}"#), percentEncoded(#"{"a":1,"a":"#), "xn--80ak6aa92e", "intent:",
            "#Intent;scheme=shop;end", "eyJuIjoiYSBsb25nIG5hbWUifQ", "HTTP://", "%zz", "%E2%80%8B", "%E9", "“", "”", "&quot;", ":99999",
            "user@",
            percentEncoded("https://b.example/?q=a+b&amp;c=1&c=1"),
            percentEncoded(percentEncoded("https://b.example/%23/x?d={\"e\":1}&f=%")),
            percentEncoded(#"{"target_url":"https://c.example/a b?q=a+b&q=a+b","l":"http://d.example/50%"}"#), ".onion/", "javascript:",
        ]
        let start = [
            "https://l.facebook.com/l.php?u=", "shop://a?al_applink_data={“a”:“b”", "shop://a#al_applink_data={&quot;a&quot;:1",
            "shop://a?", "http://a.example/?al_applink_data=", "shop://a?al_applink_data={", "", "https://x.page.link/?link=",
        ]
        var text = start[Int.random(in: 0..<start.count, using: &random)]
        for _ in 0..<Int.random(in: 0..<12, using: &random) { text += pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        return Array(text.utf8)
    }

    @Test("a link that needs too many rounds of repairs stays as it is", arguments: [(2, true), (7, false)])
    func rounds(links: Int, isRepaired: Bool) {
        let inner = "&tz://l.a”b)l.php?u=h0ttps://a.example/?x=1&y:+staes"
        let link = LinkInspection("shop:/9&?q=red+x" + String(repeating: inner, count: links))
        #expect((link.repaired != link.bytes) == isRepaired)
        #expect(LinkInspection(link.repaired).repaired == link.repaired)
    }

    @Test("repairing twice changes nothing more, and no repair causes an error", arguments: Seeds.among(0...7))
    func idempotence(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let bytes = Self.anyLink(&random)
            let before = LinkInspection(bytes)
            let after = LinkInspection(before.repaired)
            #expect(after.repaired == after.bytes, "\(String(decoding: bytes, as: UTF8.self))")
            let errors = Set(before.findings.filter { $0.severity == .error }.map(\.code))
            let left = Set(after.findings.filter { $0.severity == .error }.map(\.code))
            #expect(left.isSubset(of: errors), "\(String(decoding: bytes, as: UTF8.self))")
            for finding in after.findings {
                // A repair may be left over only if it would introduce a new error.
                guard let repair = finding.repair, finding.severity > .note else { continue }
                let further = LinkInspection(bytes: after.bytes, after: repair)
                let harm = Set(further.findings.filter { $0.severity == .error }.map(\.code)).subtracting(errors)
                #expect(further.bytes == after.bytes || !harm.isEmpty, "\(finding.code) in \(String(decoding: after.bytes, as: UTF8.self))")
            }
            for repair in before.findings.compactMap(\.repair) {
                for edit in repair.edits { #expect(edit.place.upperBound <= before.bytes.count) }
                #expect(zip(repair.edits, repair.edits.dropFirst()).allSatisfy { $0.place.upperBound <= $1.place.lowerBound })
            }
        }
    }

    @Test("data with a readable object is repaired to a valid App Link, or is left as it is", arguments: 0..<4)
    func validity(seed: UInt64) {
        var random = SeededRandom(seed: 100 + seed)
        let whole = Array(#"{"target_url":"https://a.example/?x=1","version":"1.0","extras":{"n":[1,2.5,true,null],"k":"é\n"}}"#.utf8)
        var count = 0
        for _ in 0..<100 {
            var data = Array(whole.prefix(Int.random(in: 1...whole.count, using: &random)))
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard JSONDocument(data).root?.kind == .object else { continue }
            let link = Array("shop://a?al_applink_data=".utf8) + Array(percentEncoded(data).utf8)
            let repaired = LinkInspection(LinkInspection(link).repaired)
            let isAppLink = repaired.link?.isAppLink == true
            #expect(isAppLink || repaired.bytes == link, "\(String(decoding: data, as: UTF8.self))")
            if isAppLink { count += 1 }
        }
        #expect(count > 60)
    }
}
