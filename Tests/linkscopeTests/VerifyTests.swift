import Foundation
import TestSupport
import Testing

@Suite("linkscope verify", .waits, .timeLimit(.minutes(30)))
struct VerifyTests {
    private static let aasa = """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"],
          "components": [{"/": "/help/*", "exclude": true}, {"/": "/buy/*"}]}]}}
        """
    private static let old = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/old"}]}]}}"#
    private static let assetLinks = """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
          "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
        """

    /// Starts one server that acts as the site and as Apple's CDN.
    private func server(
        aasa: PageAnswer = .page(Self.aasa, type: "application/json"), copy: PageAnswer? = nil,
        assetLinks: PageAnswer = .page(Self.assetLinks, type: "application/json")
    ) throws -> PageServer {
        try PageServer(
            [
                "page.test /.well-known/apple-app-site-association": aasa,
                "page.test /apple-app-site-association": .page("", status: 404),
                "app-site-association.cdn-apple.com /a/v1/page.test": copy ?? aasa,
                "page.test /.well-known/assetlinks.json": assetLinks,
            ], isSecure: true)
    }

    private func verify(
        _ server: PageServer, _ arguments: [String], certificates: String? = try? PageServer.authority(), home: Home? = nil
    ) async throws -> Home.Finished {
        let places = ["page.test", "app-site-association.cdn-apple.com"].flatMap { ["--connect-to", server.standIn(for: $0)] }
        return try await (home ?? Home()).run(
            ["verify", "--allow-private"] + places + arguments, certificates.map { ["SSL_CERT_FILE": $0] } ?? [:])
    }

    @Test("a link that opens: the verdict first, then each file as it is served, then the decisions")
    func text() async throws {
        let finished = try await verify(server(), ["https://page.test/buy/7"])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.error.isEmpty)
        var rest = finished.output[...]
        for part in [
            "checked       https://page.test/buy/7", "verdict       yes: the link opens in the app on iOS and on Android",
            "aasa          https://page.test/.well-known/apple-app-site-association", "200  application/json  ",
            "aasa-cdn      https://app-site-association.cdn-apple.com/a/v1/page.test",
            "assetlinks    https://page.test/.well-known/assetlinks.json",
            "ios           yes, according to Apple's copy", "ABCDE12345.com.example.shop: yes, details[0].components[1] matches",
            "android       yes, according to assetlinks.json", "com.example.shop (statement [0], one certificate): yes",
        ] {
            let place = try #require(rest.range(of: part), "\(part) is missing, or too early, in \(finished)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("a link that does not open: exit code 1, the rule that decided, its place in the file, and what to do")
    func no() async throws {
        let excluded = try await verify(server(), ["https://page.test/help/me"])
        #expect(excluded.end == .exited(1), "\(excluded)")
        for part in [
            "no: the link opens in the app on Android, but not on iOS", "details[0].components[0] excludes the link. [aasa-excluded]",
            "in Apple's copy of apple-app-site-association, line 2, column 18", "to do: Put a rule",
        ] { #expect(excluded.output.contains(part), "\(part) is missing in \(excluded)") }
        let missed = try await verify(server(), ["https://page.test/bux"])
        #expect(missed.end == .exited(1))
        #expect(missed.output.contains("← nearest"))
        let insecure = try await verify(server(), ["http://page.test/buy/7"])
        #expect(insecure.end == .exited(1), "\(insecure)")
        for part in ["no: the link uses http; with https, it opens in the app on iOS and on Android", "[link-not-https]"] {
            #expect(insecure.output.contains(part), "\(part) is missing in \(insecure)")
        }
    }

    @Test("JSON: one object; an old copy at Apple's CDN is the first cause")
    func json() async throws {
        let yesterday = PageAnswer.answer(
            200, ["Content-Type: application/json", "Last-Modified: Fri, 20 Nov 2026 08:00:00 GMT"], Array(Self.old.utf8))
        let finished = try await verify(server(copy: yesterday), ["--json", "https://page.test/buy/7?access_token=abcdef"])
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.lines.count == 1 && finished.error.isEmpty)
        let answer = try object(finished.output)
        #expect(answer["opensInApp"] as? Bool == false)
        let causes = try #require(answer["causes"] as? [[String: Any]])
        #expect(causes.map { $0["code"] as? String } == ["cdn-differs", "aasa-no-rule"])
        #expect(
            (causes.first?["message"] as? String)?.contains("Apple's CDN still has another file: last modified Fri, 20 Nov 2026")
                == true)
        let files = try #require(answer["files"] as? [[String: Any]])
        #expect(files.map { $0["kind"] as? String } == ["aasa", "aasa-legacy", "aasa-cdn", "assetlinks"])
        #expect(files.map { $0["status"] as? Int } == [200, 404, 200, 200])
        #expect((answer["ios"] as? [String: Any])?["decidedBy"] as? String == "aasa-cdn")
        #expect((answer["android"] as? [String: Any])?["opensInApp"] as? Bool == true)
        #expect(!finished.output.contains("abcdef"))
    }

    @Test("a domain: exit code 1 if a file has an error, otherwise 0")
    func domain() async throws {
        #expect(try await verify(server(), ["page.test"]).end == .exited(0))
        let failure = PageAnswer.answer(404, ["Apple-Failure-Reason: SWCERR00301 Timeout"])
        let broken = try await verify(server(aasa: .redirect(to: "https://www.page.test/"), copy: failure), ["page.test"])
        #expect(broken.end == .exited(1), "\(broken)")
        for part in ["no: 2 errors", "[aasa-redirect]", "-> https://www.page.test/", "[cdn-timeout]", "Apple-Failure-Reason: SWCERR00301"] {
            #expect(broken.output.contains(part), "\(part) is missing in \(broken)")
        }
        #expect(try await verify(server(assetLinks: .page("", status: 404)), ["--only", "ios", "page.test"]).end == .exited(0))
    }

    @Test("if no server can be reached, the exit code is 3 and the verdict is unknown", arguments: [true, false])
    func unknown(isJSON: Bool) async throws {
        let server = try server()
        let options = isJSON ? ["--json"] : []
        let finished = try await Home().run(
            ["verify", "--only", "android", "--connect-to", server.standIn(for: "page.test")] + options + ["page.test"],
            ["SSL_CERT_FILE": PageServer.authority()])
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.output.contains("unknown: no file could be fetched"))
        #expect(finished.output.contains("--allow-private"))
        #expect(try server.requests().isEmpty)
    }

    @Test("an unreadable SSL_CERT_FILE is reported as a problem of this machine, not of the site")
    func certificates() async throws {
        let server = try server()
        let finished = try await Home().run(
            ["verify", "--allow-private", "--only", "android", "--connect-to", server.standIn(for: "page.test"), "page.test"],
            ["SSL_CERT_FILE": "/nowhere/authority.pem"])
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.output.contains("[assetlinks-bad-certificate-file]") && finished.output.contains("Correct or unset SSL_CERT_FILE"))
        #expect(!finished.output.contains("would refuse it too"))
        #expect(finished.output.contains("to do: This is a problem of this machine, not of the site"))
    }

    @Test("if this machine does not trust Apple's CDN either, it is the problem, and nothing is said about the site's certificate")
    func foreignAuthority() async throws {
        let finished = try await verify(server(), ["page.test"], certificates: nil)
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.output.contains("[aasa-tls-failed]") && finished.output.contains("to do: This machine does not trust"))
        #expect(!finished.output.contains("Install a certificate") && !finished.output.contains("would refuse it too"), "\(finished)")
    }

    @Test("with an invalid certificate the answer is no, because devices do not trust it either")
    func distrusted() async throws {
        let server = try server()
        let finished = try await Home().run(
            ["verify", "--allow-private", "--only", "android", "--connect-to", server.standIn(for: "page.test"), "page.test"])
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.output.contains("[assetlinks-tls-failed]"))
    }

    @Test("Ctrl-C removes the progress line, and then ends the program by the signal")
    func interrupted() async throws {
        let server = try PageServer(["*": .init(.hold)], isSecure: true)
        let terminal = try Home().inspector(
            ["verify", "--allow-private", "--only", "android", "--connect-to", server.standIn(for: "page.test"), "page.test"],
            ["SSL_CERT_FILE": PageServer.authority()])
        try await terminal.wait(for: "page.test: waiting for assetlinks.json")
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
        #expect(!terminal.screen.text.contains("waiting"), "\(terminal.screen.text)")
    }

    @Test("if standard output is closed, no other file gets its descriptor; the error is reported, with exit code 3")
    func closedOutput() async throws {
        let server = try server()
        let finished = try await Home().script(
            "exec \"$0\" verify --allow-private --only android --connect-to \(server.standIn(for: "page.test")) page.test >&-",
            ["SSL_CERT_FILE": PageServer.authority()])
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.error == "linkscope: standard output cannot be written: Bad file descriptor\n")
    }

    @Test("a second lookup comes from the cache and says so, except with --fresh")
    func cache() async throws {
        let server = try server(
            assetLinks: .answer(200, ["Cache-Control: max-age=1000", "Content-Type: application/json"], Array(Self.assetLinks.utf8)))
        let home = try Home()
        let arguments = ["--only", "android", "page.test"]
        _ = try await verify(server, arguments, home: home)
        #expect(try await verify(server, arguments, home: home).output.contains("from the cache"))
        #expect(try server.requests().count == 1)
        #expect(!(try await verify(server, ["--fresh"] + arguments, home: home)).output.contains("from the cache"))
        #expect(try server.requests().count == 2)
    }

    @Test("answers of servers are printed without control characters")
    func hostile() async throws {
        let escape = "\u{1B}]0;x\u{7}"
        let copy = PageAnswer.answer(404, ["Apple-Failure-Reason: \(escape)SWCERR00101"])
        let finished = try await verify(server(aasa: .redirect(to: "/\(escape)"), copy: copy), ["page.test"])
        #expect(finished.end == .exited(1))
        #expect(!finished.outputBytes.contains(0x1B) && !finished.outputBytes.contains(0x07))
    }

    @Test(
        "usage errors: neither a domain nor a link, or an incomplete question",
        arguments: [
            ["h.test", "--connect-to", "nonsense"], ["h.test", "--connect-to", "h.test:443:127.0.0.1:99999"],
            ["h.test", "--connect-to", "h.test:0:127.0.0.1:443"], ["h.test", "--connect-to", "h.test:443:[::1:443"],
            ["no host"], ["shop://item/7"], ["https://"], [], ["*.a.example"], ["https://*.a.example/x"], ["mailto:me@a.example"],
            ["applinks:a.example"], ["--fingerprint", "AB", "--package", "a.b", "a.example"],
            ["--fingerprint", Array(repeating: "AB", count: 32).joined(separator: ":"), "a.example"], ["--only", "windows", "a.example"],
            ["--on", "simctl", "a.example"], ["--on", "nowhere", "a.example"], ["--app", "com.example.shop", "a.example"],
            ["--verify-again", "a.example"], ["--device", "P8", "a.example"], ["--on", "adb", "--app", "a b", "a.example"],
            ["--on", "adb", "--only", "ios", "a.example"],
            ["--on", "adb", "--app", "com.example.a", "--package", "com.example.b", "a.example"],
        ])
    func usage(arguments: [String]) async throws {
        let finished = try await Home().run(["verify"] + arguments)
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.output.isEmpty && !finished.error.isEmpty)
    }

    @Test(
        "an option of the platform that --only excludes is a usage error that names the option",
        arguments: [
            (["--only", "ios", "--package", "com.example.shop"], "--package is for Android and cannot be combined with --only ios"),
            (["--only", "ios", "--fingerprint", "AB:CD"], "--fingerprint is for Android"),
            (
                ["--only", "android", "--app-id", "ABCDE12345.com.example.shop"],
                "--app-id is for iOS and cannot be combined with --only android"
            ),
        ])
    func idleOption(arguments: [String], words: String) async throws {
        let finished = try await Home().run(["verify"] + arguments + ["a.example"])
        #expect(finished.end == .exited(2), "\(finished)")
        #expect(finished.output.isEmpty && finished.error.contains(words), "\(finished)")
    }

    @Test("the help has an example and lists every key of the JSON")
    func help() async throws {
        let help = try await Home().run(["verify", "--help"]).output
        #expect(help.contains("linkscope verify https://"))
        let words = words(ofHelp: help)
        let lists = #"[{"include":"https://page.test/more"}]"#
        for answer in [
            try await verify(server(), ["--json", "--trace", "https://page.test/other?access_token=abc"]),
            try await verify(server(aasa: .page("{", type: "x/y"), assetLinks: .page(lists, type: "text/plain")), ["--json", "page.test"]),
        ] {
            let keys = keys(of: try object(answer.output))
            #expect(keys.count > 25)
            for key in keys where !key.contains("-") && key.first?.isUppercase == false {
                #expect(words.contains(key), "\(key) is missing in the help")
            }
        }
    }
}
