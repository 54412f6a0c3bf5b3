import Deciding
import Reports
import Testing

@Suite("The report of match") struct MatchReportTests {
    private static let aasa = AASAFile(Array(#"{"applinks":{"details":[{"appID":"ABCDE12345.b","components":[{}]}]}}"#.utf8))
    private static let assetLinks = AssetLinksFile(
        Array(
            """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b",
            "sha256_cert_fingerprints":["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
            """.utf8))

    @Test(
        "both platforms compare the host of a link with the domain by the same rule",
        arguments: [
            ("a.example", "a.example", true), ("A.example", "a.EXAMPLE", true), ("a.example.", "a.example", false),
            ("a.example.", "a.example.", true), ("b.example", "a.example", false), ("b.example", "", true),
        ])
    func hosts(host: String, domain: String, opens: Bool) {
        for question in [(Self.aasa, nil), (nil, Self.assetLinks)] as [(AASAFile?, AssetLinksFile?)] {
            var question = MatchReport.Question(aasa: question.0, assetLinks: question.1)
            question.domain = domain
            #expect(MatchReport("https://\(host)/x", question).opens == opens)
        }
    }

    private func text(_ link: String, _ file: String) -> String {
        var (output, told): ([UInt8], MatchReport.ToldFindings) = ([], .init())
        MatchReport(link, .init(aasa: AASAFile(Array(file.utf8)), assetLinks: nil)).appendText(to: &output, &told)
        return String(decoding: output, as: UTF8.self)
    }

    @Test("a finding has the line, the column and the repair that verify gives, and says why * decides")
    func places() {
        let file = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.b"], "components": [
              {"?": {"stay_on_web": "*"}, "exclude": true},
              {"/": "/*"}]}]}}
            """
        let message =
            "    warning: aasa-unreachable-rule (line 3, column 3 of the file): details[0].components[1] is never used, because components[0]"
            + " matches every link first. Links that components[1] should open stay in the browser."
            + " \"*\" also matches a link without \"stay_on_web\"; \"?*\" requires it.\n      to do: Move it before that rule, or remove it.\n"
        #expect(text("https://a.example/room/x", file).contains(message))
    }

    @Test("of many apps that do not get a link, the three whose rules come nearest are shown")
    func nearest() {
        let details = (1...9).map { #"{"appID": "ABCDE12345.app\#($0)", "components": [{"/": "/\#(String("item".prefix($0 % 5)))x"}]}"# }
        let report = text("https://a.example/item/7", #"{"applinks": {"details": [\#(details.joined(separator: ","))]}}"#)
        let apps = report.split(separator: "\n").filter { $0.hasPrefix("    ABCDE12345.") }.map { $0.dropFirst(15).prefix(4) }
        #expect(apps == ["app4", "app9", "app3"] && report.contains("    6 other apps: no\n"), "\(report)")
    }

    @Test("an App Clip is no app of applinks")
    func clips() {
        let report = text("https://a.example/7", #"{"applinks": {"details": []}, "appclips": {"apps": ["ABCDE12345.a.Clip"]}}"#)
        #expect(report.contains("the file names no app, but the App Clip ABCDE12345.a.Clip") && !report.contains("error"), "\(report)")
    }
}
