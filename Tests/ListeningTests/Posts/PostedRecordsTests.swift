import JSONDocument
import Testing

@testable import Listening

@Suite("The records of a body")
struct PostedRecordsTests {
    private func records(_ body: String, _ format: PostFormat = .json) throws(Refusal) -> [String] {
        let records = try PostedRecords(Array(body.utf8), as: format)
        let lines = String(decoding: records.lines, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "" && lines.count == records.count + 1)
        return lines.dropLast().map(String.init)
    }

    /// Returns the status of a refusal, and its place as it is in the answer.
    private func refusal(_ body: String, _ format: PostFormat = .json) -> (status: HTTPStatus?, place: String) {
        let refusal = #expect(throws: Refusal.self) { try PostedRecords(Array(body.utf8), as: format) }
        let text = String(decoding: refusal?.answer.body ?? [], as: UTF8.self)
        let place = text.firstRange(of: "\"line\":").map { text[$0.lowerBound...].dropLast(2) } ?? ""
        return (refusal?.answer.status, String(place))
    }

    @Test(arguments: [
        (#"{"event":"al_nav_in"}"#, [#"{"event":"al_nav_in"}"#]),
        // The dictionary of Bolts' notification.
        (
            #"{"event_name":"al_nav_in","event_args":{"sourceURL":"shop://x"}}"#,
            [#"{"event_name":"al_nav_in","event_args":{"sourceURL":"shop://x"}}"#]
        ),
        (#" [{"event":"a"}, {"url":"shop://b"} ,"shop://c"]"#, [#"{"event":"a"}"#, #"{"url":"shop://b"}"#, "shop://c"]),
        (#""shop://a?b=\"ä\u00e4\"""#, [#"shop://a?b="ää""#]),
        (#"{"a":1e400,"b":[],"a":null,"link":"b:c"}"#, [#"{"a":1e400,"b":[],"a":null,"link":"b:c"}"#]),
        (#"{"url":null,"link":"shop://a"}"#, [#"{"url":null,"link":"shop://a"}"#]),
    ])
    func `JSON is one value or a list, and objects stay as they were written`(body: String, expected: [String]) throws {
        #expect(try records(body) == expected)
    }

    @Test func `line ends between values become spaces, because a record is one line`() throws {
        #expect(try records("{\r\n  \"event\": \"a\\nb\",\n\t\"n\": 1\n}\n") == ["{    \"event\": \"a\\nb\", \t\"n\": 1 }"])
    }

    @Test func `a link with line ends stays in JSON that escapes them`() throws {
        #expect(try records(#"["shop://a\nshop://b"]"#) == [#"{"url":"shop://a\nshop://b"}"#])
    }

    @Test func `a byte order mark is not part of a record`() throws {
        #expect(try records("\u{FEFF}[\"shop://a\"]") == ["shop://a"])
        #expect(try records("\u{FEFF}shop://a", .text) == ["shop://a"])
        #expect(try records("\u{FEFF}{\"event\":\"a\"}", .jsonLines) == [#"{"event":"a"}"#])
    }

    @Test(arguments: [PostFormat.jsonLines, .json])
    func `JSON lines are one value per line, also if they are sent as JSON`(format: PostFormat) throws {
        #expect(
            try records("{\"event\":\"a\"}\r\n\n  {\"event\":\"b\"}\n\"shop://c\"\n", format) == [
                #"{"event":"a"}"#, #"{"event":"b"}"#, "shop://c",
            ])
    }

    @Test func `text is one link per line, as it is`() throws {
        #expect(
            try records("shop://a\r\n\n \t\n  shop://b c\n{\"event\":\"d\"}\nmailto:e", .text) == [
                "shop://a", "  shop://b c", #"{"event":"d"}"#, "mailto:e",
            ])
        let bytes: [UInt8] = Array("a:".utf8) + [0xFF, 0x1B, 0x0A]
        #expect(try PostedRecords(bytes, as: .text).lines == bytes)
    }

    @Test func `lines of text end with LF, CR or both`() throws {
        #expect(try records("a:1\rb:2\r\n\rc:3\n\rd:4\r", .text) == ["a:1", "b:2", "c:3", "d:4"])
        #expect(refusal("a:1\rb:2\r\n\rno link", .text) == (.badRequest, #""line":4"#))
    }

    @Test func `links with a malformed or encoded scheme are links, because they are what someone wants to see`() throws {
        let links = ["my_app://a", "1shop://a", "https%3A%2F%2Fa.example", "%20"]
        #expect(try records(links.dropLast().joined(separator: "\n"), .text) == Array(links.dropLast()))
        #expect(refusal(links.joined(separator: "\n"), .text) == (.badRequest, #""line":4"#))
    }

    @Test(
        arguments: [
            ("{}", .json, #"Record 1 needs a link ("url" or "link") or the name of an event ("event" or "event_name")."#),
            (#"{"url":5}"#, .json, #"In record 1, "url" is a number, but must be a link with its scheme, such as shop://item/7."#),
            (#"{"url":""}"#, .json, #"In record 1, "url" is empty, but must be a link with its scheme, such as shop://item/7."#),
            (#"{"url":"a","link":"shop://a"}"#, .json, #"In record 1, "url" must be a link with its scheme, such as shop://item/7."#),
            (
                #"["shop://a",{"link":null}]"#, .json,
                #"In record 2, "link" is null, but must be a link with its scheme, such as shop://item/7."#
            ),
            (#"["not a link"]"#, .json, "Record 1 must be a link with its scheme, such as shop://item/7."),
            (#"[""]"#, .json, "Record 1 must be a link with its scheme, such as shop://item/7."),
            (#"{"event":""}"#, .json, #"In record 1, "event" is empty, but must be the name of the event."#),
            (#"{"event":"a","event_name":" "}"#, .json, #"In record 1, "event_name" is empty, but must be the name of the event."#),
            (#"{"event_name":5,"url":"shop://a"}"#, .json, #"In record 1, "event_name" is a number, but must be the name of the event."#),
            ("[5]", .json, "Record 1 is a number, but must be an object or a link in quotes."),
            (
                "\n{\"event\":\"a\"}\n\n{}", .jsonLines,
                #"Record 2 needs a link ("url" or "link") or the name of an event ("event" or "event_name")."#
            ),
            ("shop://a\n\nnot a link", .text, "Record 2 must be a link with its scheme, such as shop://item/7."),
            ("note: buy milk", .text, "Record 1 must be a link with its scheme, such as shop://item/7."),
            ("a/b:c", .text, "Record 1 must be a link with its scheme, such as shop://item/7."),
            ("shop://a\n{}", .text, #"Record 2 needs a link ("url" or "link") or the name of an event ("event" or "event_name")."#),
            ("s\0h\0", .text, "Record 1 has a NUL character. Send text as UTF-8."),
        ] as [(String, PostFormat, String)])
    func `a value that is no record is refused with its number and what is expected`(body: String, format: PostFormat, reason: String) {
        let refusal = #expect(throws: Refusal.self) { try PostedRecords(Array(body.utf8), as: format) }
        #expect(refusal?.answer.status == .badRequest)
        #expect(JSONDocument(refusal?.answer.body ?? []).root?["error"]?.stringValue == reason)
    }

    @Test(
        arguments: [
            ("{\"a\":1,}", .json, #""line":1,"column":7"#), ("[\n {\"a\":1},\n {\"b\":}\n]", .json, #""line":3,"column":7"#),
            ("[{\"a\":1}", .json, #""line":1,"column":9"#), ("[\"a:ä\",\n\"b:ö\", 5]", .json, #""line":2,"column":8"#),
            ("[[]]", .json, #""line":1,"column":2"#), ("null", .json, #""line":1,"column":1"#),
            ("[\"a:b\", \" \"]", .json, #""line":1,"column":9"#),
            ("{\"url\":\"a:b\"}\n\n{\"b\" 2}", .jsonLines, #""line":3,"column":6"#),
            ("{\"url\":\"a:b\"}\n{\"b\":2", .json, #""line":2,"column":7"#),
            ("{\"url\":\"a:b\"}\n5", .jsonLines, #""line":2,"column":1"#), ("{\"a\":1} {\"b\":2}", .json, #""line":1,"column":9"#),
            ("shop://a", .json, #""line":1,"column":1"#),
        ] as [(String, PostFormat, String)])
    func `a body that cannot be read is refused as a whole, with the place`(body: String, format: PostFormat, place: String) {
        let refusal = refusal(body, format)
        #expect(refusal.status == .badRequest)
        #expect(refusal.place == place)
    }

    @Test func `bytes that are not UTF-8 are not JSON`() {
        #expect(throws: Refusal.self) { try PostedRecords([0x22, 0xFF, 0x22], as: .json) }
    }

    @Test(
        arguments: [("", .json), (" \n", .json), ("[]", .json), ("\n\r\n", .jsonLines), ("", .text), (" \n\t", .text)]
            as [(String, PostFormat)])
    func `a body without a record is refused`(body: String, format: PostFormat) {
        #expect(refusal(body, format).status == .badRequest)
    }

    @Test func `a record is at most 1 MiB`() throws {
        let longest = "a:" + String(repeating: "a", count: (1 << 20) - 2)
        #expect(try records(longest, .text).count == 1)
        #expect(refusal("b:c\n" + longest + "a", .text) == (.contentTooLarge, #""line":2"#))
        #expect(refusal("[\"b:c\",{\"a\":\"" + longest + "\"}]") == (.contentTooLarge, #""line":1,"column":8"#))
    }

    @Test func `a body has at most 20,000 records`() throws {
        #expect(try records(String(repeating: "a:b\n", count: 20_000), .text).count == 20_000)
        #expect(refusal(String(repeating: "a:b\n", count: 20_001), .text).status == .contentTooLarge)
        #expect(refusal("[" + String(repeating: "\"a:b\",", count: 20_000) + "\"a:b\"]").status == .contentTooLarge)
    }

    @Test func `the records of another linkscope process are taken as they are`() throws {
        #expect(try records("no link\n\n{\"a\": \n5", .records) == ["no link", "{\"a\": ", "5"])
        #expect(try records(String(repeating: "x\n", count: 20_001), .records).count == 20_001)
        let longest = String(repeating: "x", count: 4 << 20)
        #expect(try records(longest, .records).count == 1)
        #expect(refusal("x\n\(longest)x", .records) == (.contentTooLarge, #""line":2"#))
        #expect(refusal("\n \n", .records).status == .badRequest)
    }

    @Test func `deep nesting ends nothing but the post`() {
        #expect(refusal(String(repeating: "[", count: 1 << 20)).status == .badRequest)
        #expect(refusal(String(repeating: "{\"a\":", count: 1 << 18)).status == .badRequest)
    }
}
