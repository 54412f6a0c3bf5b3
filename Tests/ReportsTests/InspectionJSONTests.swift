import AppLinks
import JSONDocument
import LinkLayers
import Records
import Reports
import TestSupport
import Testing

@Suite("The JSON of a record")
struct InspectionJSONTests {
    @Test func `the keys of a link are in the documented order`() throws {
        let json = try report("shop://a?x=1", entry: .inbound(sourceApplication: "com.example.news")).parsed()
        #expect(
            json.objectValue?.keys == [
                "inputURL", "isAppLink", "targetURL", "inputQueryParameters", "targetQueryParameters", "appLinkData", "extras", "version",
                "userAgent", "hasReferer", "refererURL", "refererAppName", "sourceApplication", "events", "layers", "findings", "repaired",
                "host", "path", "masked",
            ]
        )
        #expect(json["sourceApplication"] == "com.example.news")
        #expect(json["repaired"] == "shop://a?x=1")
    }

    @Test func `a text that is not a URL has the same keys`() throws {
        let link = try report("https://a.example/").parsed()
        let text = try report("http://[::1").parsed()
        #expect(text.objectValue?.keys == link.objectValue?.keys)
        #expect(text["inputURL"] == "http://[::1")
        #expect(text["isAppLink"] == false)
        #expect(text["repaired"] == .null)
        #expect(text["findings"]?[0]?["code"] == "not-a-url")
    }

    @Test func `an event`() throws {
        let json = try report(#"{"event":"al_nav_in","ts":17,"url":"shop://a","n":[1, 2],"n":3,"s":"x"}"#).parsed()
        #expect(
            json == [
                "event": "al_nav_in", "ts": "17", "url": "shop://a", "arguments": ["n": "3", "s": "x"], "findings": [], "masked": [],
            ]
        )
    }

    @Test func `the form of an event that Bolts posts`() throws {
        let json = try report(#"{"event_name":"al_nav_in","event_args":{"targetURL":"a://b"}}"#).parsed()
        #expect(json["event"] == "al_nav_in")
        #expect(json["arguments"] == ["targetURL": "a://b"])
    }

    @Test func `an object that is neither a link nor an event`() throws {
        let json = try report(#"{"name": "x"}"#).parsed()
        #expect(json["record"] == #"{"name": "x"}"#)
        #expect(json["findings"]?[0]?["code"] == "object-without-link")
        #expect(json["findings"]?[0]?["range"] == .null)
    }

    @Test func `a finding has its place and its severity`() throws {
        let json = try report("shop://a?al_applink_data").parsed()
        let finding = try #require(json["findings"]?[0])
        #expect(finding["code"] == "payload-bare")
        #expect(finding["severity"] == "error")
        #expect(finding["range"] == [9, 24])
        #expect(finding["message"]?.stringValue?.isEmpty == false)
    }

    @Test func `layers have their kind, their place and their content`() throws {
        let json = try report("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fd%3D%257B%2522n%2522%253A1%257D").parsed()
        #expect(
            json["layers"] == [
                [
                    "kind": "click-wrapper", "service": "Facebook", "path": "u",
                    "from": "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%3Fd%3D%257B%2522n%2522%253A1%257D",
                    "to": "https://a.example/?d=%7B%22n%22%3A1%7D", "range": [31, 91],
                ],
                ["kind": "json", "path": "u.d", "from": "%7B%22n%22%3A1%7D", "to": "{\"n\":1}", "range": [64, 91]],
            ])
    }

    @Test func `a repair has its summary and its edits, and the repaired link is reported`() throws {
        let json = try report("shop://a?q=red+shoes").parsed()
        let finding = json["findings"]?.arrayValue?.first { $0["code"] == "plus-for-blank" }
        #expect(finding?["repair"] == ["summary": "Write spaces as %20.", "edits": [["range": [14, 15], "text": "%20"]]])
        #expect(json["repaired"] == "shop://a?q=red%20shoes")
    }

    @Test(
        "the repaired link has the repairs and no other change, in each form of the report",
        arguments: [
            ("https://a.example/?c={campaign}", "https://a.example/?c={campaign}"),
            (
                "intent://a.example/p#top#Intent;scheme=https;package=com.example.shop;end",
                "intent://a.example/p#top#Intent;scheme=https;package=com.example.shop;end"
            ),
            (
                "intent://a.example/p#top#Intent;scheme=HTTPS;package=com.example.shop;end",
                "intent://a.example/p#top#Intent;scheme=https;package=com.example.shop;end"
            ),
            ("https://a.example/?c={campaign}&q=red shoes", "https://a.example/?c={campaign}&q=red%20shoes"),
        ])
    func repaired(input: String, repaired: String) throws {
        let report = report(input)
        #expect(try report.parsed()["repaired"] == .string(repaired))
        guard repaired != input else { return }
        #expect(report.text().contains("\nrepaired  \(repaired)\n"))
        #expect(LinkReport(title: "Link", facts: [], content: report.content).markdown.contains("\n\(repaired)\n"))
    }

    @Test(
        "the findings that make the exit code 1",
        arguments: [
            ("https://a", false, nil), ("shop://a", false, nil), ("shop://a?access_token=abc", false, .note), ("", true, .error),
            (appLink("{}"), false, .note),
            (appLink(#"{"version":2}"#), true, .error),
            (appLink(#"{"target_url":5}"#), false, .warning), (#"{"event":"x"}"#, false, nil),
        ] as [(String, Bool, Finding.Severity?)]
    )
    func severity(input: String, hasErrors: Bool, worst: Finding.Severity?) {
        for form in [InspectionWriter.Form.json, .text(.plain)] {
            var writer = InspectionWriter(form, showsSecrets: false)
            let told = writer.append(Array(input.utf8).span, isCut: false, entry: .inbound(sourceApplication: nil))
            #expect(told == hasErrors)
        }
        #expect(report(input).content.findings.map(\.severity).max() == worst)
    }

    @Test func `each record is one line`() {
        var writer = InspectionWriter(.json, showsSecrets: false)
        for link in ["shop://a", "shop://b"] { writer.append(RecordContent(Array(link.utf8))) }
        let written = writer.withOutput { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        #expect(written == "\(report("shop://a").json())\n\(report("shop://b").json())\n")
    }

    @Test func `invisible characters are escaped`() {
        let json = report(#"{"event":"a\u001b[2J\u007f\u009b\u2028\u202e\u200d\ufeff\ue000\udb40\udc41é字😀"}"#).json()
        #expect(json.hasPrefix(#"{"event":"a\u001B[2J\u007F\u009B\u2028\u202E\u200D\uFEFF\uE000\uDB40\uDC41é字😀","#))
    }
}
