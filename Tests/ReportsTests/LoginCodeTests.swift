import JSONDocument
import LinkLayers
import Records
import Reports
import TestSupport
import Testing

@Suite("The code of a login in reports")
struct LoginCodeTests {
    /// Everything that is written about a link.
    static func outputs(_ link: String) -> [String] {
        let report = report(link)
        var texts = [report.json(), report.text(), report.text(TextLayout(columns: 40, isVerbose: true))]
        texts.append(LinkReport(title: link, facts: [("link", link)], content: report.content).markdown)
        guard case .link(let inspection) = report.content else { return texts }
        texts += inspection.layers.map { String(decoding: inspection.masked($0), as: UTF8.self) }
        let reading = LinkReading(link)
        return texts + [reading.masked] + reading.layers.flatMap { [$0.masked, $0.path] }
    }

    @Test("no output shows the code, wherever it stands in the link", arguments: LoginLinks.all)
    func hidden(link: String) {
        for output in Self.outputs(link) { #expect(!output.contains(LoginLinks.code), "\(link)\n→ \(output)") }
    }

    @Test("a code that is no answer of a login is shown in each output", arguments: LoginLinks.harmless)
    func harmless(link: String) {
        let outputs = Self.outputs(link)
        for output in outputs { #expect(!output.contains("•"), "\(link)\n→ \(output)") }
        for report in outputs.prefix(4) { #expect(report.contains("SUMMER20"), "\(link)\n→ \(report)") }
    }

    @Test(
        "the arguments of an event are judged with its record",
        arguments: [
            #"{"event":"login","state":"a8f","code":"\#(LoginLinks.code)"}"#,
            #"{"event":"login","name":"access_token","value":"\#(LoginLinks.code)"}"#,
            #"{"event":"login","key":"X-Api-Key","val":"\#(LoginLinks.code)"}"#,
        ])
    func eventArguments(event: String) {
        for output in Self.outputs(event) { #expect(!output.contains(LoginLinks.code), "\(event)\n→ \(output)") }
    }

    @Test("in a fragment, only the code and the token are masked")
    func fragment() throws {
        let report = report(LoginLinks.plain[0])
        #expect(report.text().contains("access_token  ••••••••\n    expires_in    1\n    code          ••••••••\n"))
        let json = try report.parsed()
        let shown = "access_token=••••••••&expires_in=1&code=••••••••"
        #expect(json["layers"]?[0]?["from"]?.stringValue == shown && json["layers"]?[0]?["to"]?.stringValue == "?" + shown)
        #expect(json["masked"] == ["inputURL", "targetURL", "layers[0].from", "layers[0].to", "repaired"])
    }

    @Test("only the code is masked in a nested fragment that is not UTF-8")
    func bytes() throws {
        let next = Array("https://app.example/callback#x=".utf8) + [0xFF] + Array("&code=\(LoginLinks.code)&y=2".utf8)
        let report = report("https://w.example/?u=" + percentEncoded(next))
        let shown = "https://app.example/callback#x=\u{FFFD}&code=••••••••&y=2"
        #expect(report.text().contains("u  \(shown)\n"), "\(report.text())")
        #expect(try report.parsed()["layers"]?[0]?["to"]?.stringValue == shown, "\(report.json())")
    }
}
