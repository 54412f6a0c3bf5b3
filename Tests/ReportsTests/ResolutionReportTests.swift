import AppLinks
import Deciding
import JSONDocument
import LinkLayers
import Reports
import Testing

@Suite("The report of resolve") struct ResolutionReportTests {
    @Test func `the keys are in the documented order, with and without a page`() throws {
        let keys = ["requested", "hops", "final", "encoding", "proxy", "idioms", "otherLinks", "findings", "scripts", "masked"]
        let page = try parsed(report())
        #expect(page.objectValue?.keys == keys)
        #expect(
            page["hops"]?[0]?.objectValue?.keys == [
                "url", "status", "location", "remoteAddress", "tls", "milliseconds", "age", "unchanged", "claims",
            ])
        #expect(page["idioms"]?.objectValue?.keys == ["phone", "pad", "other", "android", "web"])
        #expect(page["idioms"]?["phone"]?["targets"]?[0]?.objectValue?.keys == ["url", "appName", "appStoreId", "package", "class"])
        let failure = try parsed(ResolutionReport(link("https://a.example/"), .failure(FetchFailure(.unknownHost("a.example")))))
        #expect(failure.objectValue?.keys == keys)
        #expect(failure["idioms"] == .null && failure["final"] == .null)
        #expect(failure["findings"]?[0]?["code"] == "unknown-host")
        #expect(failure["findings"]?[0]?["severity"] == "error")
    }

    @Test func `hops, targets and other links are under their keys`() throws {
        let json = try parsed(report())
        #expect(json["final"] == "https://a.example/end")
        #expect(
            json["hops"]?[0] == [
                "url": "http://a.example/", "status": 302, "location": "https://a.example/end", "remoteAddress": "192.0.2.1", "tls": .null,
                "milliseconds": 1.3, "age": .null, "unchanged": false, "claims": .null,
            ])
        #expect(json["hops"]?[1]?["tls"] == ["version": "TLSv1.3", "cipher": "X"])
        #expect(json["hops"]?[1]?["age"] == 7)
        #expect(json["idioms"]?["android"]?["targets"]?[0]?["package"] == "com.a")
        #expect(json["idioms"]?["web"] == ["targets": [], "webURL": "https://a.example/web"])
        #expect(json["otherLinks"]?[0]?["kind"] == "smartBanner")
    }

    @Test func `the text has the redirects, a line for every device, and the findings`() throws {
        let lines = try report().text().split(separator: "\n")
        for line in [
            "hop 1         302 http://a.example/", "              -> https://a.example/end",
            "              from the cache, 7 s old  TLSv1.3",
            "phone         shop://7  Shop  App Store 1", "pad           shop-hd://7", "android       (no url)  com.a",
            "web           https://a.example/web", "also          smart app banner  ios  9",
        ] { #expect(lines.contains { $0 == line }, "\(line) is missing in \(lines)") }
        #expect(try report(tags: ["al:web:should_fallback": "no"]).text().contains("(none: the page forbids the browser)"))
    }

    @Test func `secrets are masked everywhere, and their paths are listed`() throws {
        let report = try report(tags: ["al:ios:url": "shop://7?access_token=abcdef"], query: "?access_token=abcdef")
        #expect(!report.json().contains("abcdef"))
        #expect(!report.text().contains("abcdef"))
        let masked = try parsed(report)["masked"]?.arrayValue ?? []
        for path in ["requested", "hops[0].url", "idioms.phone.targets[0].url"] { #expect(masked.contains(.string(path)), "\(masked)") }
        let shown = try ResolutionReport(link("http://a.example/?access_token=abcdef"), report.outcome, showsSecrets: true)
        #expect(shown.json().contains("abcdef") && shown.text().contains("abcdef"))
    }

    @Test func `each hop has the apps that would have claimed the link with their rules, or the reason why none would`() throws {
        let hops = try ["https://a.example/buy/1", "https://a.example/old", "http://a.example/"].map {
            RedirectHop(url: try link($0), status: 200, milliseconds: 1)
        }
        let aasa =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a","ABCDE12345.com.b"],"components":[{"/":"/buy/*"},{"/":"/old"}]}]}}"#
        let address = try link("https://a.example/.well-known/x")
        let page = FetchedPage(
            requested: address, hops: [RedirectHop(url: address, status: 200, milliseconds: 1)], url: address, status: 200,
            body: Array(aasa.utf8))
        let files = [
            ServedFile(.aasa, url: "https://a.example/.well-known/apple-app-site-association", .success(page)),
            ServedFile(.assetLinks, url: "https://a.example/x", .failure(FetchFailure(.unknownHost("a.example")))),
        ]
        let host = HostFiles(ServedFiles(site: try #require(WebSite("https://a.example")), files))
        let claims = [host.claims(of: hops[0].url), host.claims(of: hops[1].url), nil]
        let report = ResolutionReport(hops[0].url, .failure(FetchFailure(.pageTooComplex, hops: hops)), claims: claims)
        let json = try parsed(report)
        #expect(
            json["hops"]?[0]?["claims"] == [
                "ios": [
                    "claimed": true,
                    "apps": [
                        ["appId": "ABCDE12345.com.a", "rule": "details[0].components[0]"],
                        ["appId": "ABCDE12345.com.b", "rule": "details[0].components[0]"],
                    ],
                    "reason": .null,
                ],
                "android": [
                    "claimed": .null, "apps": [],
                    "reason":
                        "assetlinks.json could not be fetched. The host a.example has no address. Check its spelling and your network.",
                ], "sameHost": false,
            ])
        #expect(json["hops"]?[1]?["claims"]?["sameHost"] == true && json["hops"]?[2]?["claims"] == .null)
        let text = report.text()
        #expect(
            text.contains(
                "              iOS: claimed by ABCDE12345.com.a (details[0].components[0]), ABCDE12345.com.b (details[0].components[0])\n"),
            "\(text)")
        #expect(text.contains("(details[0].components[1]); but Safari does not open the app, because the previous hop had the same host\n"))
        #expect(text.contains("              Android: unknown whether an app claims it. assetlinks.json could not be fetched."))
    }

    @Test func `a terminal does not interpret any text of a page`() throws {
        let report = try report(tags: ["al:ios:app_name": "\u{1B}]0;x\u{7}\u{202E}\r\n", "al:ios:url": "shop://7"])
        for output in [report.json(), report.text()] {
            #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" && $0.value != 0x7F })
        }
        let failure = try ResolutionReport(link("http://a.example/"), .failure(FetchFailure(.redirectToScheme("x:\u{1B}[2J"))))
        #expect(!failure.json().contains("\u{1B}") && !failure.text().contains("\u{1B}"))
    }

    @Test func `the result of the scripts, if they were meant to run`() throws {
        let plain = try report()
        #expect(try parsed(plain)["scripts"] == .null && !plain.text().contains("scripts"))
        var run = ScriptRun()
        (run.browser, run.isSandboxed, run.url) = ("Chrome/1", false, "https://a.example/x?access_token=abcdef")
        (run.requests, run.bytes, run.milliseconds) = (3, 42, 1.25)
        run.refusals = [.init(host: "inner", address: "10.0.0.1", .private)]
        run.openings = ["shop://7?access_token=abcdef"]
        let report = try report(scripts: .success(run))
        let json = try parsed(report)
        #expect(
            json["scripts"]?.objectValue?.keys == [
                "ran", "browser", "sandboxed", "settled", "url", "requests", "bytes", "milliseconds", "refused", "openings",
            ])
        #expect(json["scripts"]?["refused"]?[0] == ["host": "inner", "address": "10.0.0.1", "kind": "private"])
        #expect(!report.json().contains("abcdef") && !report.text().contains("abcdef"))
        #expect(json["masked"]?.arrayValue?.contains("scripts.openings[0]") == true)
        #expect(
            report.text().contains("scripts       run by Chrome/1  3 requests, 42 bytes  1.3 ms\n              -> https://a.example/x?"))
        #expect(!report.lacksScripts)
        let failed = try self.report(scripts: .failure(.noBrowser(nil)))
        #expect(failed.lacksScripts && failed.text().contains("scripts       not run\n"))
        #expect(try parsed(failed)["scripts"]?["ran"] == false)
    }

    @Test(
        "the code of a login is masked in each hop, although the link with the code does not show what it is for",
        arguments: ["acme://done?code=HELDCODE22", "https://a.example/done?code=HELDCODE22", "/done?x=1#code=HELDCODE22"])
    func loginCode(location: String) throws {
        let requested = try link("https://id.example/authorize?response_type=code&client_id=a&scope=openid")
        let end = try link(location.hasPrefix("/") ? "https://id.example\(location)" : location)
        let hops = [
            RedirectHop(url: requested, status: 302, location: location, milliseconds: 1),
            RedirectHop(url: end, status: 200, milliseconds: 1),
        ]
        let page = FetchedPage(requested: requested, hops: hops, url: end, status: 200, body: [])
        let report = ResolutionReport(requested, .success(PageResolution(page: page, content: PageContent(), encoding: "UTF-8")))
        var archive = HARLog()
        archive.append(hops, endedAt: 0)
        for output in [report.json(), report.text(), archive.json, ResolutionReport.progress(of: hops[1], showsSecrets: false)] {
            #expect(!output.contains("HELDCODE22") && output.contains("code=••••••••"), "\(output)")
        }
        let harmless = RedirectHop(url: try link("https://shop.example/?code=SUMMER20"), status: 200, milliseconds: 1)
        archive = HARLog()
        archive.append([harmless], endedAt: 0)
        #expect(archive.json.contains("code=SUMMER20"))
    }

    private func parsed(_ report: ResolutionReport) throws -> JSONValue {
        JSONValue(try #require(JSONDocument(report.json()).root))
    }

    private func link(_ text: String) throws -> LinkURL { try #require(LinkURL(text)) }

    private func report(
        tags: [String: String]? = nil, query: String = "", scripts: Result<ScriptRun, ScriptProblem>? = nil
    ) throws -> ResolutionReport {
        let requested = try link("http://a.example/\(query)")
        let hops = [
            RedirectHop(url: requested, status: 302, location: "https://a.example/end", remoteAddress: "192.0.2.1", milliseconds: 1.25),
            RedirectHop(
                url: try link("https://a.example/end"), status: 200, tls: TLSFacts(version: "TLSv1.3", cipher: "X"), milliseconds: 0, age: 7
            ),
        ]
        var content = PageContent()
        let all =
            tags.map { $0.map { ($0.key, $0.value) } } ?? [
                ("al:ios:url", "shop://7"), ("al:ios:app_name", "Shop"), ("al:ios:app_store_id", "1"), ("al:ipad:url", "shop-hd://7"),
                ("al:android:package", "com.a"), ("al:web:url", "https://a.example/web"),
            ]
        content.metas = all.map { .init(property: $0.0, content: $0.1) } + [.init(name: "apple-itunes-app", content: "app-id=9")]
        let page = FetchedPage(requested: requested, hops: hops, url: try link("https://a.example/end"), status: 200, body: [])
        return ResolutionReport(
            requested, .success(PageResolution(page: page, content: content, encoding: "UTF-8", scripts: scripts)))
    }
}
