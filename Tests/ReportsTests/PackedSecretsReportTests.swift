import Foundation
import JSONDocument
import LinkLayers
import Records
import Reports
import TestSupport
import Testing

@Suite("Secrets in base64 in reports")
struct PackedSecretsReportTests {
    private static func packed(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }

    private static let value = packed("https://a.example/?access_token=s3cr3ts3cr3t&x=1")

    @Test(
        "no form of the report shows the secret's base64 characters, and a finding reports the secret",
        arguments: [
            "shop://a?u=\(value)&x=1", "shop://a?x=%C3%A9&u=\(value)", "shop://a?u=\(packed("shop://b?u=" + percentEncoded(value)))",
            "shop://a?x=me@b&u=\(value)", "shop://a#\(value)", "shop://a?u=\(value)%FF", "http://[?u=\(value)",
            "shop://a?u=é\(value)&u=\(value)",
            "shop://a/\(value)?d={\"u\":\"\(value)\"}", "intent://h#Intent;scheme=shop;S.u=\(value);end",
            appLink("{\"target_url\":\"https://a.example/?u=\(value)\",\"extras\":{\"u\":\"\(value)\",\"v\":[\"\(value)\"]}}"),
            appLink("{\"referer_app_link\":{\"url\":\"back://x?u=\(value)\",\"app_name\":\"\(value)\"},\"user_agent\":\"\(value)\"}"),
            appLink("{\"extras\":{\"\(value)\":1,\"u\":\"\(value)\""),
        ])
    func everywhere(link: String) throws {
        let report = report(link)
        for text in [report.json(), report.text()] { #expect(!Self.isShown(in: text), "\(link)\n→ \(text)") }
        guard case .link(let inspection) = report.content, inspection.link != nil else { return }
        #expect(inspection.findings.contains { $0.code == .secret })
        let masked = try report.parsed()["masked"]?.arrayValue ?? []
        #expect(masked.contains("inputURL"))
    }

    @Test(
        "a secret behind asterisks is masked in the link around it, too",
        arguments: [
            "https://urldefense.com/v3/__https://a.example/?url=https*3A*2F*2Fb.example*2F*3Ftoken*3Ds3cr3ts3cr3t__;JSUlJSUl!!x!y$",
            "https://urldefense.com/v3/__https://a.example/?p=*7B*22access_token*22*3A*22s3cr3ts3cr3t*22*7D__;JSUlJSUlJQ!!x!y$",
            "https://urldefense.com/v3/__https:/a.example/reset?a=1*26token=s3cr3t*2Bs3cr3t__;JSU!!x!y$",
        ])
    func starred(link: String) throws {
        let report = report(link)
        for text in [report.json(), report.text()] { #expect(!text.contains("s3cr3t"), "\(text)") }
        #expect(try report.parsed()["masked"]?.arrayValue?.contains("inputURL") == true)
    }

    @Test("in other records", arguments: ["{\"event\":\"x\",\"url\":\"a://b?u=\(value)\",\"more\":\"\(value)\"}", "{\"x\":\"\(value)\"}"])
    func records(input: String) {
        let report = report(input)
        for text in [report.json(), report.text()] { #expect(!Self.isShown(in: text), "\(input)\n→ \(text)") }
    }

    @Test("a secret that is masked in a layer is masked in all links around it, at any depth", arguments: 1...14)
    func deep(depth: Int) throws {
        var link = "https://a.example/?access_token=s3cr3ts3cr3t"
        for level in 0..<depth { link = "shop://l\(level)?u=" + (level % 3 == 1 ? Self.packed(link) : percentEncoded(link)) }
        let report = report(link)
        for text in [report.json(), report.text()] { #expect(!Self.isShown(in: text), "\(text)") }
    }

    @Test("a compressed layer is shown with only its secret masked, and its letters are masked")
    func compressed() throws {
        let letters = packedGzip("https://a.example/?password=s3cr3ts3cr3t&x=1")
        for name in ["_branch_referrer", "u"] {
            let report = report("https://shop.example/?\(name)=\(letters)&y=2")
            let (text, json) = (report.text(), report.json())
            for report in [text, json] { #expect(!report.contains("s3cr3t") && !report.contains(letters.prefix(20)), "\(report)") }
            #expect(text.contains("https://a.example/  (gzip in base64") && text.contains("x         1"), "\(text)")
            let layer = try #require(try report.parsed()["layers"]?.arrayValue?.first)
            #expect(layer["kind"]?.stringValue == "gzip" && layer["to"]?.stringValue == "https://a.example/?password=••••••••&x=1")
        }
    }

    @Test("each parameter of a compressed link has its own meaning")
    func compressedMeanings() {
        let letters = packedGzip("https://acme.app.link/abc?%7Echannel=email&%24deeplink_path=p%2F42")
        let text = report("https://shop.example/?_branch_referrer=\(letters)").text()
        let lines = text.split(separator: "\n")
        #expect(lines.contains { $0.contains("~channel") && $0.contains("campaign") }, "\(text)")
        #expect(lines.contains { $0.contains("$deeplink_path") && $0.contains("functional") }, "\(text)")
    }

    @Test("a compressed text that is a secret by its name is masked as a whole")
    func compressedSecret() {
        let letters = packedGzip("https://a.example/?x=visible&y=https%3A%2F%2Fb.example%2Fvisible")
        let nested = packedGzip("https://a.example/?password=https%3A%2F%2Fb.example%2Fvisible")
        let json = percentEncoded("{\"password\":\"\(letters)\"}")
        let packedJSON = packedGzip("{\"access_token\":\"\(letters)\"}")
        for link in ["password=\(letters)", "u=\(nested)", "d=\(json)", "d=\(packedJSON)"].map({ "shop://a?" + $0 }) {
            let report = report(link)
            for text in [report.json(), report.text()] { #expect(!text.contains("visible"), "\(text)") }
        }
        #expect(report("shop://a?u=\(letters)").text().contains("visible"))
    }

    /// Returns whether the secret can be read, either directly or by decoding the base64 characters that are shown, also several times.
    private static func isShown(in text: String, _ depth: Int = 0) -> Bool {
        if text.contains("s3cr3t") { return true }
        guard depth < 6 else { return false }
        return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || "+/-_".contains($0)) }.contains { run in
            guard run.count >= 16 else { return false }
            let letters = run.replacing("-", with: "+").replacing("_", with: "/")
            return (0..<4).contains { start in
                let rest = letters.dropFirst(start)
                let data = Data(base64Encoded: String(rest.prefix(rest.count / 4 * 4))) ?? Data()
                return isShown(in: String(decoding: data, as: UTF8.self), depth + 1)
            }
        }
    }
}
