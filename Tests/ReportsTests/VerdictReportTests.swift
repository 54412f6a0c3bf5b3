import AppLinks
import Deciding
import DeviceTools
import JSONDocument
import Reports
import Testing

@Suite("The report of verify") struct VerdictReportTests {
    private static let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a"],"components":[{"/":"/buy/*"}]}]}}"#

    @Test func `the keys are in the documented order, whatever is known`() throws {
        let keys = ["asked", "domain", "opensInApp", "verdict", "unless", "causes", "files", "ios", "android", "device", "masked"]
        let json = try parsed(report("https://a.example/bux"))
        #expect(json.objectValue?.keys == keys)
        #expect(json["causes"]?[0]?.objectValue?.keys == ["code", "severity", "platform", "message", "advice", "place"])
        #expect(json["causes"]?[0]?["place"]?.objectValue?.keys == ["file", "range", "line", "column"])
        #expect(
            json["files"]?[0]?.objectValue?.keys == [
                "kind", "url", "status", "location", "contentType", "size", "remoteAddress", "tls", "milliseconds", "age", "unchanged",
                "headers", "problem", "findings",
            ])
        #expect(
            json["ios"]?["apps"]?[0]?.objectValue?.keys == [
                "appId", "decision", "reason", "component", "otherScheme", "steps",
            ])
        let nothing = try parsed(report(nil, .failure(FetchFailure(.unknownHost("a.example")))))
        #expect(nothing.objectValue?.keys == keys)
        #expect(nothing["opensInApp"] == .null)
        #expect(nothing["verdict"] == "unknown: no file could be fetched")
        #expect(nothing["files"]?[0]?["problem"] == "unknown-host")
        #expect(nothing["android"] == .null)
    }

    @Test func `the verdict comes first, then its causes with their places`() throws {
        let lines = try report("https://a.example/bux").text().split(separator: "\n")
        #expect(
            lines.prefix(2) == [
                "checked       https://a.example/bux", "verdict       no: the link does not open in the app on iOS",
            ])
        #expect(lines.dropFirst(2).first?.hasPrefix("error         ABCDE12345.com.a: no rule matches; the nearest rule is") == true)
        #expect(lines.contains("              in apple-app-site-association, line 1, column 70"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("              to do: ") })
        #expect(lines.contains("ios           no, according to apple-app-site-association"))
        let opening = try report("https://a.example/buy")
        #expect(
            opening.text().contains(
                "verdict       yes: the link opens in the app on iOS\nunless        on iOS, you tap it on a page of the same host"))
        #expect(try parsed(opening)["unless"]?.arrayValue?.count == 1)
        #expect(!lines.contains { $0.hasPrefix("unless") })
    }

    @Test func `a link with http does not open, and the rows say what holds with https`() throws {
        let report = try report("http://a.example/buy/7")
        #expect(report.text().contains("verdict       no: the link uses http; with https, it opens in the app on iOS\n"))
        #expect(report.text().contains("ios           no, only with https, according to apple-app-site-association\n"))
        let json = try parsed(report)
        #expect(json["opensInApp"] == false && json["ios"]?["opensInApp"] == false)
        #expect(json["unless"]?.arrayValue?.isEmpty == true)
    }

    @Test func `a file without a possible app says why, and the row of Android names the package of the question`() throws {
        let file = #"{"applinks":{"details":[{"appIDs":["shop","com.a"],"components":[{"/":"/buy/*"}]}]}}"#
        let apple = try report(nil, .success(page(file, [.init("Content-Type", "application/json")])))
        #expect(apple.text().contains("none of the app IDs in the file is valid, so no app can get a link\n"))
        let site = try #require(WebSite("https://a.example"))
        let links = try ServedFile(.assetLinks, url: "https://a.example/.well-known/assetlinks.json", .success(page("[]", [])))
        let question = Verdict.Question(package: "com.other", platforms: [.android])
        let android = VerdictReport(Verdict(question, ServedFiles(site: site, [links])))
        #expect(android.text().contains("no statement lets com.other open the site's links\n"))
    }

    @Test func `secrets are masked everywhere, and their paths are listed`() throws {
        let report = try report("https://a.example/bux?access_token=abcdef")
        #expect(!report.json().contains("abcdef") && !report.text().contains("abcdef"))
        #expect(try parsed(report)["masked"]?.arrayValue?.contains("asked") == true)
        let shown = VerdictReport(report.verdict, showsSecrets: true)
        #expect(shown.json().contains("abcdef") && shown.text().contains("abcdef"))
        let typed = try self.report(nil, .success(page(Self.aasa, [.init("Content-Type", "text/x; access_token=abcdef")])))
        #expect(!typed.json().contains("abcdef") && !typed.text().contains("abcdef"))
    }

    @Test func `a terminal does not interpret any text of a file or its server`() throws {
        let file = #"{"applinks":{"details":[{"appIDs":["\u001b]0;x\u0007.com.\u202ea"],"components":[{"/":"\u001b"}]}]}}"#
        let page = try page(file, [.init("Content-Type", "a/\u{1B}b"), .init("Last-Modified", "\u{202E}")])
        for report in try [report("https://a.example/x", .success(page)), report(nil, .success(page))] {
            for output in [report.json(), report.text()] {
                #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" || $0 == "\u{7F}" })
            }
        }
    }

    @Test func `a device is a section of the text and a member of the JSON`() throws {
        let key = Array(repeating: "0D", count: 32).joined(separator: ":")
        let report = try onDevice(
            """
              com.example.shop:
                Signatures: [\(key)]
                Domain verification state:
                  a.example: 1024
                User 0:
                  Verification link handling allowed: true

            """)
        let text = report.text()
        for line in [
            "verdict       no: the link opens in the app on Android by the files; on Pixel 8, no app gets it\n",
            "device        On Pixel 8 (P8, Android 14): no\n", "              com.example.shop: no\n",
            "                a.example is not verified: the verifier ended with error 1024",
            "                signed with \(key), which the files do not name\n", "[device-fingerprint]\n",
        ] { #expect(text.contains(line), "\(line) is missing in \(text)") }
        let json = try parsed(report)
        #expect(json["opensInApp"] == false && json["android"]?["opensInApp"] == true)
        let device = try #require(json["device"])
        #expect(device.objectValue?.keys == ["id", "name", "system", "getsLinks", "trouble", "apps"])
        #expect(device["getsLinks"] == false && device["system"] == "Android 14" && device["trouble"] == .null)
        let app = try #require(device["apps"]?[0])
        #expect(
            app.objectValue?.keys == [
                "package", "state", "getsLinks", "allowed", "selected", "fingerprints", "named", "verifiedAgain",
            ])
        #expect(app["state"] == "1024" && app["named"] == false && app["fingerprints"]?[0] == .string(key))
        #expect(app["allowed"] == true && app["selected"] == false && app["verifiedAgain"] == .null)
    }

    @Test func `a device that could not be asked is in the report too, and no text of a device reaches the terminal unescaped`() throws {
        let trouble = try verdictOnAndroid().joined(with: .failure(DeviceTrouble("no device is connected", advice: "Connect one.")))
        let report = VerdictReport(trouble)
        #expect(report.text().contains("device        unknown: no device is connected\n"))
        #expect(try parsed(report)["device"]?["trouble"] == "no device is connected")
        let hostile = try onDevice(
            "com.a.b:\n Signatures: [\u{1B}]\n Domain verification state:\n a.example: \u{1B}[2J\u{202E}\n", name: "\u{1B}]0;x\u{7}")
        for output in [hostile.json(), hostile.text()] {
            #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" || $0 == "\u{7F}" })
        }
    }

    private func verdictOnAndroid() throws -> Verdict {
        let file = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",
            "package_name":"com.example.shop","sha256_cert_fingerprints":["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
            """
        let links = ServedFile(.assetLinks, url: "https://a.example/.well-known/assetlinks.json", .success(try page(file, [])))
        let question = Verdict.Question(link: LinkURL("https://a.example/buy/7"), platforms: [.android])
        return Verdict(question, ServedFiles(site: try #require(WebSite("https://a.example")), [links]))
    }

    private func onDevice(_ output: String, name: String = "Pixel 8") throws -> VerdictReport {
        let run = ToolRun(ToolCommand([], seconds: 1), .exited(0), output: output)
        let device = RealDevice(.adb, id: "P8", name: name, system: "Android 14")
        let answer = DeviceVerification(device, .apps(AppLinkList.apps(run)))
        return VerdictReport(try verdictOnAndroid().joined(with: .success(answer)))
    }

    private func report(_ link: String?, _ result: Result<FetchedPage, FetchFailure>? = nil) throws -> VerdictReport {
        let site = try #require(WebSite("https://a.example"))
        let file = ServedFile(
            .aasa, url: "https://a.example/.well-known/apple-app-site-association",
            try result ?? .success(page(Self.aasa, [.init("Content-Type", "application/json")])))
        let question = Verdict.Question(link: try link.map { try #require(LinkURL($0)) }, platforms: [.ios])
        return VerdictReport(Verdict(question, ServedFiles(site: site, [file])))
    }

    private func page(_ text: String, _ fields: [FetchedPage.Field]) throws -> FetchedPage {
        let url = try #require(LinkURL("https://a.example/.well-known/apple-app-site-association"))
        return FetchedPage(
            requested: url, hops: [RedirectHop(url: url, status: 200, milliseconds: 1)], url: url, status: 200, fields: fields,
            body: Array(text.utf8))
    }

    private func parsed(_ report: VerdictReport) throws -> JSONValue {
        let document = JSONDocument(report.json())
        return JSONValue(try #require(document.isValid ? document.root : nil))
    }
}
