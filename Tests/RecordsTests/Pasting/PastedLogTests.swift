import JSONDocument
import Records
import TestSupport
import Testing

@Suite("Lines of device logs in pastes and streams")
struct PastedLogTests {
    private static let start =
        "05-01 10:15:32.123  1510  3364 I ActivityTaskManager: START u0 {act=android.intent.action.VIEW dat=shop://a?b=1 "
        + "flg=0x10000000 cmp=com.example/.Main} from uid 10088"
    private static let shown = "05-01 10:15:32.923  1510  1540 I ActivityTaskManager: Displayed com.example/.Main: +812ms"
    private static let noise = "05-01 10:15:31.001  1510  1533 D WindowManager: Orientation: 0"
    private static let app = "05-01 10:15:33.000  4321  4321 D Shop    : opening (shop://item/8), please"
    private static let object =
        #"{"traceID":1,"eventMessage":"open shop:\/\/c now","processImagePath":"\/a\/Shop","timestamp":"2024-05-01 10:15:32.123456+0200"}"#

    private static let startRecord = #"{"url":"shop://a?b=1","ts":"05-01 10:15:32.123","log":"\#(start)"}"#
    private static let shownRecord =
        #"{"event":"device_displayed","ts":"05-01 10:15:32.923","activity":"com.example/.Main","state":"displayed","#
        + #""after":"+812ms","log":"\#(shown)"}"#
    private static let appRecord = #"{"url":"shop://item/8","ts":"05-01 10:15:33.000","log":"\#(app)"}"#

    private func texts(_ records: [PastedRecord]?) -> [String]? { records?.map { String(decoding: $0.bytes, as: UTF8.self) } }

    private func records(_ line: String) -> [PastedRecord]? { PastedText.links(inLine: Array(line.utf8).span) }

    @Test(
        "a line of a stream becomes records, or is left out",
        arguments: [
            (start, [startRecord]), (shown, [shownRecord]), (app, [appRecord]), (noise, []), ("--------- beginning of main", []),
            ("I/Shop( 1): https://a.example/<private>", []), ("I/Shop( 1): https://a.example/.<mask.hash: 'x'>", []),
            ("Timestamp               Ty Process[PID:TID]", []), ("shop://a", nil), ("12:00 shop://a", ["shop://a"]),
            (#"{"url":"shop://a"}"#, nil),
        ] as [(String, [String]?)])
    func stream(line: String, expected: [String]?) {
        #expect(texts(records(line)) == expected)
    }

    @Test(
        "what a system says to the app whose link it does not open needs no header",
        arguments: [
            (
                #"-canOpenURL: failed for URL: "shop://a?b=1" - error: "This app is not allowed to query for scheme shop""#,
                "shop://a?b=1", "the app that asked does not list the scheme under LSApplicationQueriesSchemes in its Info.plist"
            ),
            (
                #"12:00 App[1:2] -canOpenURL: failed for URL: "shop://" - error: "This app has exceeded the number of allowed scheme queries""#,
                "shop://", "the app that asked has asked for more schemes than iOS allows"
            ),
            (#"canOpenURL: failed for URL: "shop://a" - error: "It rained."#, "shop://a", "It rained."),
            (
                "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=shop://a flg=0x10000000 }",
                "shop://a", "no app on the device takes this intent"
            ),
        ])
    func unopened(line: String, url: String, reason: String) throws {
        let log = JSONObject([("log", .string(line))]).description.dropFirst()
        #expect(texts(records(line)) == [#"{"event":"device_blocked","url":"\#(url)","reason":"\#(reason)",\#(log)"#])
    }

    @Test("iOS prints errors that tell nothing, and a message without a link is no record")
    func unopenedWithoutReason() {
        #expect(texts(records(#"-canOpenURL: failed for URL: "shop://a" - error: "(null)""#)) == ["shop://a"])
        #expect(records("Error: Activity not started, unable to resolve Intent { act=a }") == nil)
    }

    @Test("each record is made from the whole line")
    func places() throws {
        let paste = "x\n\(Self.noise)\n> \(Self.start)\n"
        let record = try #require(PastedText(Array(paste.utf8)).records.last)
        #expect(record.wrapping == .log && !record.isVerbatim && !record.isJoined(in: Array(paste.utf8)))
        #expect(String(decoding: Array(paste.utf8)[record.range], as: UTF8.self) == Self.start)
    }

    @Test("a pasted log shows its links and events, and tells how many lines were skipped")
    func paste() {
        let text = PastedText(Array([Self.noise, Self.start, Self.noise, Self.shown, Self.app].joined(separator: "\n").utf8))
        #expect(texts(text.records) == [Self.startRecord, Self.shownRecord, Self.appRecord])
        #expect(text.linesWithoutLink == 2)
        #expect(text.account == ["2 links and 1 event were found in a log line.", "2 lines without a link were skipped."])
    }

    @Test("a pasted log without any link has no records, like every text without a link")
    func silent() {
        let text = PastedText(Array("\(Self.noise)\n\(Self.noise)".utf8))
        #expect(text.records.isEmpty && text.linesWithoutLink == 2)
    }

    @Test("an entry of Apple's log tells its links, alone, over lines and in an array")
    func entries() throws {
        let found = try #require(records(Self.object))
        #expect(texts(found)?.first?.hasPrefix(#"{"url":"shop://c","ts":"2024-05-01 10:15:32.123456+0200","log":"{\"traceID\""#) == true)
        #expect(texts(PastedText(Array(Self.object.utf8)).records) == texts(found))
        let lines = Self.object.replacing(",", with: ",\n")
        #expect(PastedText(Array(lines.utf8)).records.count == 1)
        let silent = Self.object.replacing(#"shop:\/\/c"#, with: "it")
        let array = PastedText(Array("[\(Self.object),\n\(silent),\(Self.object)]".utf8))
        #expect(texts(array.records) == (texts(found) ?? []) + (texts(found) ?? []))
        #expect(array.linesWithoutLink == 1)
    }

    @Test("a log line is never joined to the link before it")
    func separate() {
        let link = "https://shop.example.com/products/item/42?utm_source=mail&utm_campaign=x"
        let log = "I/Shop( 1): shop://e"
        #expect(texts(PastedText(Array("see \(link)\n\(log)".utf8)).records) == [link, #"{"url":"shop://e","log":"\#(log)"}"#])
    }
}
