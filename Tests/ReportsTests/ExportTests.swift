import AppLinks
import JSONDocument
import Pages
import Records
import Reports
import TestSupport
import Testing

@Suite("Files that the inspector writes")
struct ExportTests {
    @Test(
        "cells of a table: quoted if necessary, and never a formula",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""),
            ("-1", "\"'-1\""), ("@SUM(A1)", "\"'@SUM(A1)\""), ("a\u{1B}[2Jb\r\n", "a^[[2Jb^M^J"), ("", ""), ("a=b", "a=b"),
        ])
    func cell(_ text: String, _ written: String) {
        var table = CSVTable()
        table.append(["1", text])
        #expect(String(decoding: table.bytes, as: UTF8.self) == "1,\(written)\r\n")
    }

    @Test("a report says what arrived, the findings with their places, the journey, the events and the repaired link; secrets are masked")
    func report() {
        let link =
            "news://article/1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%22,%22version%22:%221.0%22&x=a b&access_token=EAABsecret"
        let report = LinkReport(
            title: "Link #7", facts: [(name: "Device", value: "iPhone")], content: RecordContent(Array(link.utf8)),
            journey: ["Shop opened it in the app Nieuws", "target 1 (x://?password=geheim): taken"],
            events: [
                LinkReport.Event(
                    time: "2026-11-21T01:00:07.123Z", name: "al_nav_in", app: "Nie|uws",
                    arguments: [.init(name: "fb_access_token", value: "geheim")])
            ]
        ).markdown
        #expect(report.hasPrefix("# Link #7\n\n- Device: iPhone\n"))
        #expect(report.contains("## Findings") && report.contains("^") && report.contains("Bytes "))
        #expect(report.contains("- Shop opened it in the app Nieuws\n"))
        #expect(report.contains("| 2026-11-21T01:00:07.123Z | al\\_nav\\_in | Nie\\|uws | fb\\_access\\_token = •••••• |"))
        #expect(report.contains("## Repaired link"))
        #expect(!report.contains("EAABsecret") && !report.contains("geheim"))
    }

    @Test("a text with backticks cannot end its block")
    func fence() {
        let report = LinkReport(title: "x", facts: [], content: RecordContent(Array("shop://p?a=````".utf8)), journey: [], events: [])
        #expect(report.markdown.contains("`````text\nshop://p?a=````\n`````\n"))
    }

    @Test("an HTTP archive has an entry for each hop, with the times of its start and its redirect")
    func archive() throws {
        let first = try #require(LinkURL("https://a.example/1?access_token=abcdef&n=2"))
        let second = try #require(LinkURL("https://b.example/2"))
        var log = HARLog()
        log.append(
            [
                RedirectHop(url: first, status: 301, location: "https://b.example/2", remoteAddress: "192.0.2.7", milliseconds: 100),
                RedirectHop(url: second, status: 200, tls: TLSFacts(version: "TLSv1.3", cipher: nil), milliseconds: 50.1234),
            ], endedAt: 1_763_726_651_000)
        let root = try #require(JSONDocument(Array(log.json.utf8)).root?["log"])
        #expect(root["version"]?.stringValue == "1.2")
        let entries = Array(try #require(root["entries"]?.elements))
        #expect(entries.map { $0["response"]?["status"]?.numberLiteral } == ["301", "200"])
        #expect(entries.map { $0["startedDateTime"]?.stringValue } == ["2025-11-21T12:04:10.850Z", "2025-11-21T12:04:10.950Z"])
        #expect(entries.map { $0["time"]?.numberLiteral } == ["100", "50.123"])
        #expect(entries[0]["response"]?["redirectURL"]?.stringValue == "https://b.example/2")
        #expect(entries[0]["request"]?["queryString"]?.elements.map { $0["name"]?.stringValue } == ["access_token", "n"])
        #expect(!log.json.contains("abcdef"))
    }
}
