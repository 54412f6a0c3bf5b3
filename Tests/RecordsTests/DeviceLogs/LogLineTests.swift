import Records
import Testing

@Suite("Lines of device logs")
struct LogLineTests {
    @Test("each line of a sample tells what is written below it", arguments: LogSample.all)
    func samples(_ sample: LogSample) throws {
        let line = try #require(LogLine.read(sample.bytes))
        let found = line.facts.map { $0.isEmpty ? ["nothing"] : $0.map(\.inWords) } ?? ["search"]
        if sample.expected.isEmpty {
            #expect(found == ["nothing"] || found == ["search"])
        } else {
            #expect(found == sample.expected)
        }
    }

    @Test("there are samples of Android 9 to 16 and of iOS 15 to 18")
    func versions() {
        let files = Set(LogSample.all.map(\.file))
        let expected = ["09", "10", "11", "12", "13", "14", "15", "16"].map { "android-\($0).txt" } + (15...18).map { "ios-\($0).txt" }
        #expect(files == Set(expected))
    }

    @Test(
        "a line is split into its time, its tag and its message",
        arguments: [
            ("05-01 10:15:32.123  1510  3364 I Tag     : a: b", .threadtime, "05-01 10:15:32.123", "Tag", "a: b"),
            ("05-01 10:15:32.123  root  1510  3364 I Two words: a", .threadtime, "05-01 10:15:32.123", "Two words", "a"),
            ("2024-05-01 10:15:32.123456 -0700  1510  3364 W T: a", .threadtime, "2024-05-01 10:15:32.123456 -0700", "T", "a"),
            ("05-01 10:15:32.123  1510  3364 I Tag     :", .threadtime, "05-01 10:15:32.123", "Tag", ""),
            ("1714551332.123  1510  3364 E T: a", .threadtime, "1714551332.123", "T", "a"),
            ("05-01 10:15:32.123 I/Tag( 1510): a", .time, "05-01 10:15:32.123", "Tag", "a"),
            ("I/Tag (x)( 1510): a", .brief, nil, "Tag (x)", "a"), ("I/Tag( 1000: 1510): a", .brief, nil, "Tag", "a"),
            ("I/Tag( 1510):", .brief, nil, "Tag", ""), ("I( 1510) a (b)  (Tag)", .process, nil, "Tag", "a (b)"),
            ("W/Tag: a", .tag, nil, "Tag", "a"),
            ("[ 05-01 10:15:32.123  1510: 3364 I/Tag ]", .long, "05-01 10:15:32.123", "", ""),
            ("05-01 10:15:32.123 1510-3364/com.a W/Tag: a", .studio, "05-01 10:15:32.123", "Tag", "a"),
            ("--------- beginning of /dev/log/main", .divider, nil, "", ""),
            (
                "2024-05-01 10:15:32.123456+0200 0x1 Default 0x0 12 0 My App: (Lib) [a.b:c] m", .unified,
                "2024-05-01 10:15:32.123456+0200", "My App", "m"
            ),
            ("2024-05-01 10:15:32.123 A  My App[12:1f] [x] m", .compact, "2024-05-01 10:15:32.123", "My App", "[x] m"),
            ("2024-05-01 10:15:32.123456+0200  localhost App[12]: m", .syslog, "2024-05-01 10:15:32.123456+0200", "App", "m"),
            ("May  1 10:15:32 My iPhone App(Lib)[12] <Notice>: m", .relay, "May  1 10:15:32", "App", "m"),
            (
                #"{"eventMessage":"m\n","processImagePath":"/a/App","timestamp":"t"}"#, .object, "t", "App", "m\n"
            ),
        ] as [(String, LogForm, String?, String, String)])
    func header(text: String, form: LogForm, time: String?, tag: String, message: String) throws {
        let line = try #require(LogLine.read(text))
        #expect(line.form == form && line.time == time)
        #expect(line.tag == tag)
        #expect(String(decoding: line.bytes[line.message], as: UTF8.self) == message)
    }

    @Test(
        "text that only looks similar is no log line",
        arguments: [
            "", "shop://a", "https://a.example/?t=05-01 10:15:32.123", "I/O: error", "I/O error: a", "A/B: test", "D/", "05-01",
            "05-01 call me",
            "2024-05-01 10:15:32 INFO started: shop://a", "2026-11-21 10:00:00.1 App[1:2] openURL: shop://a?b=1;", "--- shop://a",
            "---------",
            "--------- shop://a", "[ 05 ]", "[12:00:01] [deeplink] opened (shop://a)", "May shop://a be opened?",
            "May  1 10:15:32 box sshd[1]: a",
            "Timestamp  of shop://a", "1234567890 1 2 I a: b", "\u{1B}[32mshop://a\u{1B}[0m", #"{"url":"shop://a"}"#,
            #"{"timestamp":1,"a":"b"}"#,
            #"{"eventMessage":"shop://a"}"#, #"{"eventMessage":"a","processImagePath":1}"#, #"{"eventMessage":"a","processImagePath":"b""#,
            "E( 1510) shop://a", "START u0 {dat=shop://a} from uid 1",
        ])
    func none(text: String) {
        #expect(LogLine.read(text) == nil)
    }

    @Test("a link, an event and an app's own event become records with the time and the line")
    func records() throws {
        func records(_ text: String) throws -> [String] {
            let line = try #require(LogLine.read(text))
            return try #require(line.facts).map { String(decoding: line.record(of: $0), as: UTF8.self) }
        }
        let start = "05-01 10:15:32.123  1510  3364 I ActivityTaskManager: START u0 {dat=a://\"b cmp=c/.D} from uid 1 (e.f)"
        #expect(
            try records(start) == [
                #"{"url":"a://\"b","source_application":"e.f","ts":"05-01 10:15:32.123","log":"\#(start.replacing("\"", with: "\\\""))"}"#
            ])
        let shown = "I/ActivityTaskManager( 1): Displayed a/.B: +1s"
        #expect(
            try records(shown) == [#"{"event":"device_displayed","activity":"a/.B","state":"displayed","after":"+1s","log":"\#(shown)"}"#])
        let own = #"05-01 10:15:32.123 I/A( 1): {"event":"x","ts":1}"#
        #expect(try records(own) == [#"{"event":"x","ts":1,"log":"05-01 10:15:32.123 I/A( 1): {\"event\":\"x\",\"ts\":1}"}"#])
        let named = "05-01 10:15:32.123 I/A( 1): al_x {}"
        #expect(try records(named) == [#"{"event":"al_x","ts":"05-01 10:15:32.123","log":"\#(named)"}"#])
    }

    @Test("the name of an app's event cannot be replaced by its arguments")
    func ownNames() throws {
        let line = try #require(LogLine.read("I/A( 1): al_x Bundle[{event=y, url=a://b, log=z, ts=1, k=v}]"))
        let fact = try #require(line.facts?.first)
        #expect(
            String(decoding: line.record(of: fact), as: UTF8.self)
                == #"{"event":"al_x","url":"a://b","k":"v","log":"I/A( 1): al_x Bundle[{event=y, url=a://b, log=z, ts=1, k=v}]"}"#)
    }

    @Test("a printed Bundle that can be read in two ways is left out")
    func doubt() throws {
        for text in ["al_x Bundle[{k=Bundle[{a=b}], c=d}]", "al_x Bundle[{a, b}]", "al_x Bundle[]", "al_x Bundle[{k=v}", "al_x {a: b}"] {
            let line = try #require(LogLine.read("I/A( 1): \(text)"))
            #expect(line.facts == nil, "\(text)")
        }
    }
}
