import AppLinks
import JSONDocument
import LinkLayers
import Reports
import TestSupport
import Testing

@Suite("Reports on invalid input, with the place")
struct BadInputTests {
    struct Bad: Sendable, CustomTestStringConvertible {
        let name: String
        let input: [UInt8]
        let code: FindingCode
        /// The text above the carets. Nil if the finding has no place.
        let marked: String?

        init(_ name: String, _ input: String, _ code: FindingCode, marked: String?) {
            self.init(name, Array(input.utf8), code, marked: marked)
        }

        init(_ name: String, _ input: [UInt8], _ code: FindingCode, marked: String?) {
            (self.name, self.input, self.code, self.marked) = (name, input, code, marked)
        }

        var testDescription: String { name }
    }

    static let all = [
        Bad("not a URL", "http://[::1", .notURL, marked: "[::1"),
        Bad("words", "what is this: a link?", .notURL, marked: "what is this: a link?"),
        Bad("a blank in the host", "http://a b/", .notURL, marked: " "),
        Bad("empty", "", .empty, marked: nil),
        Bad("blanks", "  \t ", .empty, marked: nil),
        Bad("a NUL", "shop://a?x=\0", .controlCharacters, marked: "^@"),
        Bad("a NUL in the host", "shop://a\0b", .notURL, marked: "^@"),
        Bad("invalid UTF-8", Array("shop://a?x=".utf8) + [0xFF, 0x41], .invalidUTF8, marked: "<FF>"),
        Bad("the bare parameter", "shop://a?al_applink_data", .payloadBare, marked: "al_applink_data"),
        Bad("the empty parameter", "shop://a?al_applink_data=&b", .payloadBare, marked: "al_applink_data="),
        Bad("data cut short", #"shop://a?al_applink_data={"target_url":"x"#, .payloadNotJSON, marked: nil),
        Bad("bad JSON", appLink(#"{"target_url":nope}"#), .payloadNotJSON, marked: "nope"),
        Bad("data not UTF-8", "shop://a?al_applink_data=%7B%FF%7D", .payloadNotUTF8, marked: "%7B%FF%7D"),
        Bad("data that is no object", "shop://a?al_applink_data=%5B1%5D", .payloadNotObject, marked: "%5B1%5D"),
        Bad("data in the fragment", "shop://a#al_applink_data=%7B%7D", .payloadInFragment, marked: "al_applink_data=%7B%7D"),
        Bad("a version of another time", appLink(#"{"version":"2.0"}"#), .wrongVersion, marked: "%222%2E0%22"),
        Bad("a version that is a number", appLink(#"{"version":1.0}"#), .wrongVersion, marked: "1%2E0"),
        Bad("a target that is a number", appLink(#"{"target_url":5}"#), .wrongType, marked: "5"),
        Bad("extras that are text", appLink(#"{"extras":"x"}"#), .wrongType, marked: "%22x%22"),
        Bad("a user agent that is true", appLink(#"{"user_agent":true}"#), .wrongType, marked: "true"),
        Bad("a referer that is a list", appLink(#"{"referer_app_link":[]}"#), .wrongType, marked: "%5B%5D"),
        Bad("a referer's url of null", appLink(#"{"referer_app_link":{"url":null,"app_name":"A"}}"#), .wrongType, marked: "null"),
        Bad("a referer's name of 7", appLink(#"{"referer_app_link":{"url":"a://","app_name":7}}"#), .wrongType, marked: "7"),
        Bad(
            "a referer without a name", appLink(#"{"referer_app_link":{"url":1}}"#), .refererWithoutName,
            marked: "%7B%22url%22%3A1%7D"
        ),
        Bad("a referer that is no URL", appLink(#"{"referer_app_link":{"url":"http://[","app_name":"A"}}"#), .badReferer, marked: nil),
        Bad("a target that is no URL", appLink(#"{"target_url":"http://["}"#), .badTarget, marked: "%22http%3A%2F%2F%5B%22"),
        Bad("10,000-deep JSON", appLink(String(repeating: "[", count: 10_000)), .payloadNotJSON, marked: nil),
        Bad(
            "10,000-deep JSON, closed",
            appLink(#"{"extras":"# + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}"), .payloadNotJSON,
            marked: nil
        ),
        Bad("a 10,000-deep record", #"{"a":"# + String(repeating: "[", count: 10_000), .payloadNotJSON, marked: nil),
        Bad("a broken event", #"{"event":"x","a":nope}"#, .payloadNotJSON, marked: "nope"),
        Bad("an object without a link", #"{"a":1}"#, .objectWithoutLink, marked: nil),
        Bad("a parameter that is not UTF-8", "shop://a?x=%FF", .undecodableParameter, marked: "%FF"),
        Bad("bidi in the link", "shop://a?x=\u{202E}gpj", .hiddenCharacters, marked: "<U+202E>"),
        Bad("nothing wide in the link", "shop://字/?x=字\u{200B}", .hiddenCharacters, marked: "<U+200B>"),
    ]

    @Test(arguments: all)
    func reported(_ bad: Bad) throws {
        let report = report(bad.input)
        let text = report.text(TextLayout(isVerbose: true))
        expectSafe(text)
        let json = try report.parsed()
        let codes = json["findings"]?.arrayValue?.compactMap { $0["code"]?.stringValue } ?? []
        #expect(codes.contains(bad.code.rawValue), "\(codes)")
        #expect(text.contains("\n    \(bad.code.rawValue): \(bad.code.explanation)\n"))
        if let marked = bad.marked { #expect(report.marked.contains(marked), "\(report.marked)") }
        for line in text.split(separator: "\n") { #expect(line.count < 2300) }
    }

    @Test func `a very long link is parsed completely, and shown in part`() throws {
        let long = "shop://a?x=" + String(repeating: "y", count: Effort.size(1 << 17, long: 1 << 20)) + "&z=%FF"
        let report = report(long)
        #expect(report.text().utf8.count < 20_000)
        #expect(report.marked == ["%FF"])
        #expect(try report.parsed()["inputURL"]?.stringValue == long)
    }

    @Test(arguments: [
        "%25", "\\\"", "access_token=", "password:{", "authorization:", "://a:", "\"password\":\"\\", "\u{202E}", "&a[", "%FF",
    ])
    func `a long link that consists only of escapes, quotes or names takes no longer than others`(piece: String) throws {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 10, long: 1 << 13)) { size in
            let report = report("shop://a?x=" + String(repeating: piece, count: size / piece.utf8.count))
            expectSafe(report.text())
            #expect(throws: Never.self) { try report.parsed() }
        }
        #expect(isLinear)
    }

    @Test func `only some of very many parameters and members are shown`() {
        for input in [
            "shop://a?" + String(repeating: "&", count: 2) + (0..<10_000).map { "x\($0)=1" }.joined(separator: "&"),
            appLink("{\"extras\":{\"l\":[" + String(repeating: "1,", count: 10_000) + "1]}}"),
            "{\"event\":\"x\"," + (0..<10_000).map { "\"x\($0)\":1" }.joined(separator: ",") + "}",
        ] {
            let text = report(input).text()
            #expect(text.contains("… (--json prints all of it)\n"))
            #expect(text.split(separator: "\n").count < 530)
        }
    }

    @Test func `bytes that are not UTF-8 are replaced in JSON and escaped in text`() throws {
        let report = report(Array("shop://a".utf8) + [0xFF, 0x1B])
        #expect(try report.parsed()["inputURL"] == "shop://a\u{FFFD}\u{1B}")
        #expect(report.text().hasSuffix("\nraw  shop://a<FF>^[\n"))
    }

    @Test(arguments: Seeds.among(1...8))
    func `there is a report on any bytes`(seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next(below bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let pieces =
            [
                "shop://", "?", "&", "=", "al_applink_data", "%7B", "%22target_url%22", "%3A", "%22", "%7D", "{", "}", "\"", ":", "%FF",
                "#",
                "\u{202E}", "é", "\0", "[", "version", "\\u202e", "password", "@", "//", " ", "event", "url", ",", "1", "\"event\":",
                "\u{1B}",
            ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]
        for _ in 0..<100 {
            let bytes = (0..<next(below: 24)).flatMap { _ in pieces[next(below: pieces.count)] }
            for report in [report(bytes), report(Array("{".utf8) + bytes, showsSecrets: true)] {
                _ = try report.parsed()
                expectSafe(report.text())
            }
        }
    }

    private static let nasty = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}\u{200B}\u{2028}\u{FEFF}\u{E0041}\u{7F}"

    @Test(
        "escape sequences, bidi and zero-width characters in every field",
        arguments: [
            "shop://a?x=\(nasty)", "shop://a\(nasty)", "\(nasty)", "shop://a?\(percentEncoded(nasty))=\(percentEncoded(nasty))#\(nasty)",
            appLink(#"{"target_url":"https://a.example/\#(nasty)"}"#),
            appLink(#"{"target_url":"https://a.example/?\#(percentEncoded(nasty))=\#(percentEncoded(nasty))"}"#),
            appLink(#"{"target_url":"http://[\#(nasty)","version":"1.0"}"#),
            appLink(#"{"version":"\#(nasty)"}"#),
            appLink(escaped(#"{"user_agent":"N","extras":{"N":"N","l":["N"]},"N":"N","referer_app_link":{"url":"a://N","app_name":"N"}}"#)),
            escaped(#"{"event":"N","ts":"N","url":"N","N":"N","more":{"N":["N"]}}"#),
            escaped(#"{"event_name":"N","event_args":{"N":"N"}}"#),
            escaped(#"{"url":"shop://N","sourceApplication":"N"}"#),
            escaped(#"{"N":"N"}"#), "{\(nasty)", #"{"event":"\#(nasty)"#,
        ]
    )
    func nastyCharacters(input: String) throws {
        for report in [report(input), report(input, showsSecrets: true)] {
            expectSafe(report.text())
            _ = try report.parsed()
        }
    }

    /// Returns the JSON with `N` replaced by the hostile characters as JSON escapes.
    private static func escaped(_ json: String) -> String {
        let escapes = nasty.utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }
        return json.split(separator: "N", omittingEmptySubsequences: false).joined(separator: escapes.joined())
    }
}
