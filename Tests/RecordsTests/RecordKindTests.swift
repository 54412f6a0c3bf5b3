import Records
import TestSupport
import Testing

@Suite("The kind of a line of input")
struct RecordKindTests {
    @Test(
        arguments: [
            (#"{"event":"al_nav_in"}"#, .event),
            (#"{"ts":"2025-01-01","url":"shop://a","event":"al_nav_in"}"#, .event),
            (#"{"event_name":"al_nav_in","event_args":{}}"#, .event),
            (#"  {"event":1}"#, .event),
            ("\u{FEFF}{\"event\":1}", .event),
            (#"{ "event" : null }"#, .event),
            (#"{"a":{"event":1},"event":2}"#, .event),
            (#"{"\u0065vent":1}"#, .event),
            (#"{"event\u005Fname":1}"#, .event),
            (#"{"\u0065\u0076\u0065\u006e\u0074":1}"#, .event),
            (#"{"note":"more than sixteen \"bytes\" and \\","event":1}"#, .event),
            (#"{"note":"more than sixteen bytes \","event":1}"#, .other),
            (#"{"event":"broken"#, .event),
            (#"{"url":"shop://a"}"#, .link),
            (#"{"link" : "shop://a", "more":[1,2]}"#, .link),
            (#"{"more":[{"event":1}],"l\u0069nk":"a"}"#, .link),
            (#"{"url":"a \" , \"event\": "}"#, .link),
            (#"{"url":"shop://a""#, .link),
            (#"{"name":"event"}"#, .other),
            (#"{"event"}"#, .other),
            (#"{"url":""}"#, .other),
            (#"{"url":5}"#, .other),
            (#"{"url":null,"link":"shop://a"}"#, .link),
            (#"{"url":"shop://a","url":null}"#, .other),
            (#"{"inner":{"url":"a","event":"b"}}"#, .other),
            (#"{"events":1,"even":2,"Event":3,"event_names":4}"#, .other),
            (#"{"x\u0065vent":1}"#, .other),
            (#"{"\uZZZZvent":1}"#, .other),
            (#"{}{"event":1}"#, .other),
            ("{", .other),
            (#"{"\"#, .other),
            ("{]", .other),
            ("shop://a?al_applink_data=%7B%7D", .link),
            (#"["event"]"#, .link),
            ("\u{0}", .link),
            ("not a link at all", .link),
        ] as [(String, RecordKind)])
    func kind(line: String, expected: RecordKind) {
        #expect(RecordKind(of: Array(line.utf8)) == expected)
    }

    @Test(arguments: ["", " ", "\t", "\r", " \r", "\u{FEFF}"])
    func `a blank line is not a record`(line: String) {
        #expect(RecordKind(of: Array(line.utf8)) == nil)
    }

    @Test func `ten thousand nested brackets are classified`() {
        let deep = #"{"a":"# + String(repeating: "[", count: 10_000)
        #expect(RecordKind(of: Array((deep + #""event":1"#).utf8)) == .other)
        #expect(RecordKind(of: Array((deep + String(repeating: "]", count: 10_000) + #","event":1}"#).utf8)) == .event)
    }

    @Test func `any bytes at all are classified`() {
        var random = SeededRandom(seed: 1)
        let alphabet = Array(#"{}[]"\:,uevnt_0065 linkr"#.utf8) + [0, 0xFF, 0x0D]
        for _ in 0..<20_000 {
            let tail = (0..<Int.random(in: 0..<40, using: &random)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            #expect(RecordKind(of: [UInt8(ascii: "{")] + tail) != nil)
        }
    }
}
