import AppLinks
import JSONDocument
import LinkLayers
import Records
import Testing

@Suite("The content of a record")
struct RecordContentTests {
    private func link(_ text: String, entry: IncomingLink.Entry = .inbound(sourceApplication: nil)) -> LinkInspection? {
        guard case .link(let inspection) = RecordContent(Array(text.utf8), entry: entry) else { return nil }
        return inspection
    }

    @Test(arguments: ["shop://a", "not a link", "", "[1]", "\"shop://a\""])
    func `anything but an object is a link`(text: String) {
        #expect(link(text)?.bytes == Array(text.utf8))
    }

    @Test(arguments: ["\u{B}", "\u{C}\u{C}", " \u{B} "])
    func `a line of nothing but blanks is an empty link`(text: String) {
        #expect(link(text)?.bytes == [])
    }

    @Test(arguments: [
        #"{"url":"shop://a"}"#, #" {"link":"shop:\/\/a"}"#, #"{"x":1,"url":"shop://a","link":"b"}"#, #"{"url":"shop://a""#,
        #"{"u\u0072l":"shop://a"}"#, #"{"url":null,"link":"shop://a"}"#, #"{"link":"shop://a","url":""}"#,
        "\u{FEFF}{\"url\":\"shop://a\"}",
    ])
    func `an object with a link is that link`(text: String) {
        #expect(link(text)?.link?.inputURL.text == "shop://a")
    }

    @Test func `the application named in the record takes precedence over that of the entry`() {
        let given = IncomingLink.Entry.inbound(sourceApplication: "given")
        #expect(link(#"{"url":"a://b","sourceApplication":"named"}"#, entry: given)?.link?.entry == .inbound(sourceApplication: "named"))
        #expect(link(#"{"url":"a://b","source_application":"named"}"#)?.link?.entry == .inbound(sourceApplication: "named"))
        #expect(link(#"{"url":"a://b"}"#, entry: given)?.link?.entry == given)
        #expect(link("a://b", entry: given)?.link?.entry == given)
        #expect(link(#"{"url":"a://b","sourceApplication":"named"}"#, entry: .plain)?.link?.entry == .plain)
    }

    @Test func `an object with an event name is an event`() {
        guard case .event(let event, _, let findings) = RecordContent(Array(#"{"url":"a://b","event":"x"}"#.utf8)) else {
            Issue.record("no event")
            return
        }
        #expect(event.name == "x")
        #expect(findings == [])
    }

    @Test(
        arguments: [
            (#"{"a":1}"#, [.objectWithoutLink]),
            (#"{"url":5}"#, [.objectWithoutLink]),
            (#"{"url":""}"#, [.objectWithoutLink]),
            (#"{"a":nope}"#, [.payloadNotJSON, .objectWithoutLink]),
            (#"{"event":""}"#, [.eventWithoutName]),
            (#"{"event":"x","a":nope}"#, [.payloadNotJSON]),
        ] as [(String, [FindingCode])])
    func `what is wrong with it`(text: String, codes: [FindingCode]) {
        #expect(RecordContent(Array(text.utf8)).findings.map(\.code) == codes)
    }

    @Test(
        arguments: [
            (#"{"url":""}"#, "\"url\" is empty: there is nothing to open."),
            (#"{"link":5}"#, "\"link\" is a number, but must be a string: there is nothing to open."),
        ])
    func `what is wrong with the link of an object`(text: String, message: String) {
        #expect(RecordContent(Array(text.utf8)).findings.map(\.message) == [message])
    }

    @Test func `the content of a record has the kind of its line`() {
        let members = [
            #""url": null"#, #""url": """#, #""url": "a://b""#, #""url": {"url": "a"}"#, #""link": "c""#, #""link": []"#, #""event": 1"#,
        ]
        for first in members {
            for second in members {
                for mark in ["", "\u{FEFF}", " \u{FEFF}"] {
                    let line = Array("\(mark){\(first), \(second)}".utf8)
                    let kind: RecordKind =
                        switch RecordContent(line) {
                        case .link: .link
                        case .event: .event
                        case .object: .other
                        }
                    #expect(RecordKind(of: line) == kind, "\(String(decoding: line, as: UTF8.self))")
                }
            }
        }
    }

    @Test func `a secret that the JSON parser quotes is not in the message`() {
        let messages = RecordContent(Array(#"{"event":"x","password":hunter2}"#.utf8)).findings.map(\.message)
        #expect(messages == ["Not valid JSON: the mistake is at byte 25, in a secret"])
    }

    @Test func `the place of an error is in the record`() {
        let text = #"{"event":"x","a":nope}"#
        let range = RecordContent(Array(text.utf8)).findings.first?.range
        #expect(range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == "nope")
    }

    @Test func `an object of 10,000 nested brackets is read`() {
        let deep = #"{"a":"# + String(repeating: "[", count: 10_000)
        #expect(RecordContent(Array(deep.utf8)).findings.first?.code == .payloadNotJSON)
    }

    @Test func `a truncated record is reported`() {
        for text in ["shop://a", #"{"a":"#, #"{"event":"x"}"#, #"{"url":"a://b"}"#] {
            #expect(RecordContent(Array(text.utf8), isCut: true).findings.contains { $0.code == .cut })
        }
    }
}
