import AppLinks
import LinkLayers
import Records
import Reports
import TestSupport
import Testing

@Suite("The text of a record")
struct InspectionTextTests {
    @Test func `an App Link`() {
        let data =
            #"{"target_url":"https://shop.example/item?id=7","user_agent":"news 2","extras":{"a":{"b":[1,true,{}]}},"#
            + #""referer_app_link":{"url":"news://back","app_name":"News"}}"#
        let report = report(appLink(data) + "&plain", entry: .inbound(sourceApplication: "com.example.news"))
        #expect(
            report.text() == """
                link          \(appLink(data))&plain
                target        https://shop.example/item?id=7
                app link      yes, version 1.0
                from app      com.example.news
                user agent    news 2
                referer       News  news://back
                data          target_url: "https://shop.example/item?id=7"
                              user_agent: "news 2"
                              referer_app_link:
                                url: "news://back"
                                app_name: "News"
                extras        a:
                                b:
                                  - 1
                                  - true
                                  - {}
                query         al_applink_data = \(data)
                              plain (no value)
                target query  id = 7
                events        al_link_parse, al_nav_in
                layers        link al_applink_data.target_url: https://shop.example/item?id=7
                              link al_applink_data.referer_app_link.url: news://back

                """
        )
    }

    @Test(
        "data that is not JSON, such as data that was encoded twice, has no tree",
        arguments: ["%257B%2522a%2522%253A1%257D", "%257B", "nope"])
    func scrap(data: String) {
        let text = report("https://a?al_applink_data=" + data).text()
        #expect(text.contains("[payload-not-json]") && !text.contains("data (unused)"))
    }

    @Test func `a finding with an excerpt of its place`() {
        #expect(
            report(#"https://a?al_applink_data={"a":nope}"#).text().split(separator: "\n").dropFirst(5).prefix(4) == [
                "error         al_applink_data is not valid JSON, so the app sees no App Link: "
                    + "expected a value at byte 5, found \"nope\". [payload-not-json]",
                #"              https://a?al_applink_data={"a":nope}"#,
                #"                                             ^^^^"#,
                "              repair: Rewrite the readable part as valid JSON.",
            ]
        )
    }

    @Test func `the excerpt of a long link is the part around the finding`() {
        let report = report("shop://a?x=" + String(repeating: "y", count: 500) + "&z=%FF&" + String(repeating: "w", count: 500))
        #expect(report.marked == ["%FF"])
        let excerpt = report.text().split(separator: "\n").first { $0.contains("%FF&") && $0.contains("…") && $0.hasPrefix(" ") }
        #expect((excerpt?.count ?? 0) < 14 + 110)
        #expect(excerpt?.hasPrefix("              …yyy") == true)
        #expect(excerpt?.hasSuffix("www…") == true)
    }

    @Test func `the carets are aligned after characters of any width`() {
        #expect(report("shop://a?\(String(repeating: "字", count: 25))=1&x=%FF").marked == ["%FF"])
        #expect(report("shop://a?\(String(repeating: "\u{1B}", count: 70))=1&x=%FF").marked.contains("%FF"))
        #expect(report("shop://a?x=é&al_applink_data").marked == ["al_applink_data"])
        #expect(report("shop://a?access_token=éééé&al_applink_data").marked == ["al_applink_data", "••••"])
        // The carets are after the end of the link, where a bracket is missing.
        #expect(report(#"shop://a?al_applink_data=%7B%22a%22:1"#).marked == [""])
    }

    @Test func `an event`() {
        #expect(
            report(#"{"event":"al_nav_in","ts":"12:00","url":"shop://a","n":[1],"s":"x"}"#).text() == """
                event         al_nav_in
                time          12:00
                link          shop://a
                arguments     n = [1]
                              s = x

                """
        )
    }

    @Test func `an empty line comes before each record`() {
        var writer = InspectionWriter(.text, showsSecrets: false)
        for record in [#"{"event":"a"}"#, #"{"event":"b"}"#] { writer.append(RecordContent(Array(record.utf8))) }
        let written = writer.withOutput { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        #expect(written == "\nevent         a\n\nevent         b\n")
    }
}
