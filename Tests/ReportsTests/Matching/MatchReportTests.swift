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
}
