import Foundation
import TestSupport
import Testing

@Suite("linkscope project", .waits, .timeLimit(.minutes(30)))
struct ProjectTests {
    private static let expo = """
        {"expo": {"name": "Shop", "slug": "shop", "scheme": "shop", "android": {"package": "com.example.shop"},
          "ios": {"bundleIdentifier": "com.example.shop", "associatedDomains": ["shop.example.com"]}}}
        """

    private static func project() throws -> Home {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/shop/app/item", withIntermediateDirectories: true)
        try home.file("shop/app.json", expo)
        try home.file("shop/package.json", #"{"dependencies": {"expo": "1", "expo-router": "1"}}"#)
        try home.file("shop/app/index.tsx", "export default function Page() {}\n")
        try home.file("shop/app/item/[id].tsx", "export default function Page() {}\n")
        return home
    }

    @Test("the apps with their claims, the routes, what links do, and what cannot work with its place")
    func text() async throws {
        let home = try Self.project()
        let links = try home.file("links", "shop://item/7\nother://x\n")
        let finished = try await home.run(["project", home.path + "/shop", "--links", links])
        #expect(finished.end == .exited(1) && finished.error.isEmpty, "\(finished)")
        for line in [
            "Shop  Android  app.json:1", "  app ID  com.example.shop", "  shop://…  expo.scheme", "  /item/:id  app/item/[id].tsx:1",
            "    Android  opens Shop, route /item/:id", "    iOS  opens nothing: no app claims the scheme",
        ] {
            #expect(finished.output.contains(line), "\(line) in \(finished.output)")
        }
        #expect(finished.output.contains("\(home.path)/shop/app.json:2:"))
        #expect(finished.output.contains("[ios-domain-no-service-prefix]"))
        #expect(finished.output.hasSuffix("1 error; 1 of 2 links opens no app\n"))
    }

    @Test(
        "a link that opens no app makes the exit code 1, also in a project without findings; one that an app of one platform opens does not",
        arguments: [("shop://item/7", 0, 0), ("https://page.test/item/7", 0, 0), ("other://x", 1, 1), ("https://other.test/item/7", 1, 1)])
    func unopened(_ link: String, code: Int, failures: Int) async throws {
        let home = try Self.project()
        let scheme = #""scheme": "shop","#
        try home.file("shop/app.json", Self.claims.replacingOccurrences(of: scheme, with: scheme + #" "platforms": ["android"],"#))
        let (links, report) = (try home.file("links", "# a comment\nshop://item/7\n\(link)\n"), home.path + "/project.xml")
        let finished = try await home.run(["project", home.path + "/shop", "--links", links, "--junit", report])
        #expect(finished.end == .exited(code), "\(finished)")
        let cases = try String(contentsOfFile: report, encoding: .utf8)
        #expect(cases.contains("<testsuites name=\"linkscope\" tests=\"3\" failures=\"\(failures)\" errors=\"0\">"), "\(cases)")
        #expect(cases.contains("<testcase name=\"\(link)\" classname=\"links\"><failure ") == (failures == 1), "\(cases)")
    }

    @Test("--json is one object; --sarif has the findings")
    func json() async throws {
        let home = try Self.project()
        let links = try home.file("links", "shop://item/7\n")
        let sarif = home.path + "/project.sarif"
        let finished = try await home.run(["project", "--json", "--sarif", sarif, "--links", links, home.path + "/shop"])
        let answer = try object(finished.output)
        #expect(Set(answer.keys) == ["apps", "claims", "routes", "unknowns", "links", "report", "masked"])
        let link = try #require((answer["links"] as? [[String: Any]])?.first)
        let android = try #require((link["android"] as? [String: Any])?["*"] as? [String: Any])
        #expect(
            android["opens"] as? String == "app" && android["route"] as? String == "/item/:id" && android["why"] as? String == "claimed")
        let report = try #require((answer["report"] as? [[String: Any]])?.first)
        #expect(report["code"] as? String == "ios-domain-no-service-prefix" && report["file"] as? String == "app.json")
        #expect(try String(contentsOfFile: sarif, encoding: .utf8).contains(#""ruleId":"ios-domain-no-service-prefix""#))
    }

    // MARK: Sites

    private static let claims = """
        {"expo": {"name": "Shop", "slug": "shop", "scheme": "shop",
          "android": {"package": "com.example.shop", "intentFilters": [{"action": "VIEW", "autoVerify": true,
            "category": ["BROWSABLE", "DEFAULT"], "data": [{"scheme": "https", "host": "page.test"}]}]},
          "ios": {"bundleIdentifier": "com.example.shop", "appleTeamId": "ABCDE12345", "associatedDomains": ["applinks:page.test"]}}}
        """
    private static let aasa = #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/item/*"}]}]}}"#
    private static let assetLinks = """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
          "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
        """

    /// Runs the command on the project above, with a server for its host, for another one and for Apple's copies.
    private static func run(
        _ arguments: [String], assetLinks: PageAnswer = .page(Self.assetLinks, type: "application/json"), aasa: String = Self.aasa
    ) async throws -> Home.Finished {
        let home = try project()
        try home.file("shop/app.json", claims)
        let links = try home.file("links", "https://page.test/item/7\nhttps://page.test/help\n")
        let file = PageAnswer.page(aasa, type: "application/json")
        let answers: [String: PageAnswer] = ["page.test", "other.test"].reduce(into: [:]) { answers, host in
            answers["\(host) /.well-known/apple-app-site-association"] = file
            answers["\(host) /apple-app-site-association"] = .page("", status: 404)
            answers["app-site-association.cdn-apple.com /a/v1/\(host)"] = file
            answers["\(host) /.well-known/assetlinks.json"] = assetLinks
        }
        let server = try PageServer(answers, isSecure: true)
        let places = ["page.test", "other.test", "app-site-association.cdn-apple.com"].flatMap {
            ["--connect-to", server.standIn(for: $0)]
        }
        return try await home.run(
            ["project", home.path + "/shop", "--allow-private", "--links", links] + places + arguments,
            ["SSL_CERT_FILE": PageServer.authority()])
    }

    @Test("--site: the apps are compared with the files that are served, which also decide about the links")
    func site() async throws {
        let finished = try await Self.run(["--site"])
        #expect(finished.end == .exited(0), "\(finished)")
        for part in [
            "  page.test, Android  https://page.test/.well-known/assetlinks.json",
            "  page.test, iOS  https://app-site-association.cdn-apple.com/a/v1/page.test",
            "    iOS  opens Shop, route /item/:id", "    iOS  stays in the browser: the association file does not have the path",
            "    Android  opens Shop, route /item/:id",
        ] {
            #expect(finished.output.contains(part), "\(part) is missing in \(finished.output)")
        }
    }

    @Test("--site: an app that the served file does not list, with the place in this file; a file that is not served, with the claim")
    func siteFindings() async throws {
        let other = Self.aasa.replacingOccurrences(of: "com.example.shop", with: "com.example.other")
        let finished = try await Self.run(["--json", "--site"], assetLinks: .page("", status: 404), aasa: other)
        #expect(finished.end == .exited(1), "\(finished)")
        let answer = try object(finished.output)
        let report = try #require(answer["report"] as? [[String: Any]])
        let unlisted = try #require(report.first { $0["code"] as? String == "assoc-appid-not-listed" }, "\(report)")
        #expect(unlisted["file"] as? String == "https://app-site-association.cdn-apple.com/a/v1/page.test")
        let missing = try #require(report.first { $0["code"] as? String == "assoc-not-served" }, "\(report)")
        #expect(missing["file"] as? String == "app.json" && missing["severity"] as? String == "error")
        #expect((missing["message"] as? String)?.hasSuffix("Links to page.test therefore open no app on Android.") == true, "\(missing)")
        let sites = try #require(answer["sites"] as? [[String: Any]])
        #expect(sites.map { $0["platform"] as? String } == ["android", "ios"] && sites.map { $0["problem"] is NSNull } == [false, true])
        let link = try #require((answer["links"] as? [[String: Any]])?.first)
        for platform in ["android", "ios"] {
            #expect(((link[platform] as? [String: Any])?["*"] as? [String: Any])?["opens"] as? String == "browser", "\(link)")
        }
    }

    @Test("--against: another server is asked as if each claimed host served its files")
    func against() async throws {
        let finished = try await Self.run(["--against", "other.test"], assetLinks: .page("[]", type: "application/json"))
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.output.contains("  page.test, Android  in its place: https://other.test/.well-known/assetlinks.json"))
        #expect(finished.output.contains("https://other.test/.well-known/assetlinks.json:1:1: error: "), "\(finished.output)")
        #expect(finished.output.contains("[assoc-package-not-listed]"))
    }

    @Test("a site that cannot be asked is not known, and nothing is wrong because of it")
    func unreachable() async throws {
        let home = try Self.project()
        try home.file("shop/app.json", Self.claims)
        let server = try PageServer([:], isSecure: true)
        let places = ["page.test", "app-site-association.cdn-apple.com"].flatMap { ["--connect-to", server.standIn(for: $0)] }
        // The address is a private one, which is not asked without leave.
        let finished = try await home.run(["project", home.path + "/shop", "--site"] + places)
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.contains("not in the files\n  https://page.test/.well-known/assetlinks.json  "), "\(finished.output)")
    }

    @Test(
        "options about the network need --site or --against, and --against a host",
        arguments: [
            ["--allow-private"], ["--fresh"], ["--connect-to", "a.test:443:127.0.0.1:443"], ["--against", "https://a.test/x"],
            ["--watch", "--links", "-"],
        ])
    func options(_ arguments: [String]) async throws {
        let home = try Self.project()
        let finished = try await home.run(["project", home.path + "/shop"] + arguments)
        #expect(finished.end == .exited(2) && finished.output.isEmpty && !finished.error.isEmpty, "\(finished)")
    }

    // MARK: Reports

    @Test("--junit: a case for each app, and a failed one for each finding")
    func junit() async throws {
        let home = try Self.project()
        let file = home.path + "/project.xml"
        _ = try await home.run(["project", home.path + "/shop", "--junit", file])
        let report = try String(contentsOfFile: file, encoding: .utf8)
        for part in [
            "<testsuites name=\"linkscope\" tests=\"3\" failures=\"1\" errors=\"0\">",
            "<testcase name=\"Shop, Android\" classname=\"app.json\"/>",
            "<failure type=\"ios-domain-no-service-prefix\" message=", "shop/app.json:2:",
        ] {
            #expect(report.contains(part), "\(part) is missing in \(report)")
        }
        #expect(report.hasSuffix("  </testsuite>\n</testsuites>\n"))
    }

    @Test("--watch: another report after each change, also after a mistake")
    func watch() async throws {
        let home = try Self.project()
        let terminal = try home.inspector(["project", "--watch", home.path + "/shop"], columns: 110, rows: 40)
        try await terminal.wait(for: "1 error")
        try await terminal.wait(for: "watching the project; Ctrl-C ends")
        try home.file("shop/app.json", Self.expo.replacingOccurrences(of: "shop.example.com", with: "applinks:shop.example.com"))
        try await terminal.wait(for: "1 warning")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
    }

    @Test("a folder without a project, and one that does not exist: exit code 3")
    func nothing() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/empty", withIntermediateDirectories: true)
        for folder in ["empty", "none"] {
            let finished = try await home.run(["project", "\(home.path)/\(folder)"])
            #expect(finished.end == .exited(3) && finished.output.isEmpty && !finished.error.isEmpty, "\(finished)")
        }
    }

    @Test("no symbolic link leads out of the project")
    func links() async throws {
        let home = try Self.project()
        try home.file("outside.json", #"{"expo": {"scheme": "outside"}}"#)
        try FileManager.default.removeItem(atPath: home.path + "/shop/app.json")
        try FileManager.default.createSymbolicLink(atPath: home.path + "/shop/app.json", withDestinationPath: "../outside.json")
        #expect(try await home.run(["project", "--json", home.path + "/shop"]).output.contains("outside") == false)
    }
}
