import AppLinks
import Associations
import LinkLayers
import Testing

@Suite("The verdict: what keeps a link from its app, the worst first")
struct VerdictTests {
    static let site = WebSite("https://www.example.com")
    static let appID = "ABCDE12345.com.example.shop"
    static let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let other = Array(repeating: "CD", count: 32).joined(separator: ":")
    static let aasa = Self.aasa(#"{"/":"/help/*","exclude":true},{"/":"/buy/*"}"#)
    static let assetLinks = Self.assetLinks()

    static func aasa(_ components: String, app: String = appID) -> String {
        #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[\#(components)]}]}}"#
    }

    static func assetLinks(
        relation: String = "handle_all_urls", rules: String? = nil, app: String = "com.example.shop", certificate: String = certificate
    ) -> String {
        let narrowed = rules.map {
            #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[\#($0)]}}"#
        }
        return """
            [{"relation":["delegate_permission/common.\(relation)"],"target":{"namespace":"android_app","package_name":"\(app)",
            "sha256_cert_fingerprints":["\(certificate)"]}\(narrowed ?? "")}]
            """
    }

    /// What one address answers.
    enum Served {
        case json(String)
        case answer(Int, [String: String] = [:], String = "")
        case failure(FetchProblem)

        func file(_ kind: ServedFile.Kind, _ url: String) -> ServedFile {
            guard let address = LinkURL(url) else {
                return ServedFile(kind, url: url, .failure(FetchFailure(.badURL(url, reason: "no URL"))))
            }
            switch self {
            case .json(let text): return Served.answer(200, ["Content-Type": "application/json"], text).file(kind, url)
            case .answer(let status, let fields, let text):
                let hop = Hop(url: address, status: status, location: fields["Location"], milliseconds: 1)
                let page = FetchedPage(
                    requested: address, hops: [hop], url: address, status: status, fields: fields.map { .init($0.key, $0.value) },
                    body: Array(text.utf8))
                return ServedFile(kind, url: url, .success(page))
            case .failure(let problem):
                return ServedFile(kind, url: url, .failure(FetchFailure(problem, hops: [Hop(url: address, milliseconds: 1)])))
            }
        }
    }

    private func verdict(
        _ link: String? = "https://www.example.com/buy/7", aasa: Served = .json(Self.aasa), copy: Served? = nil, legacy: Served? = nil,
        assetLinks: Served = .json(Self.assetLinks), include: Served? = nil, _ change: (inout Verdict.Question) -> Void = { _ in }
    ) throws -> Verdict {
        var files = ServedFiles(site: try #require(Self.site))
        files.aasa = aasa.file(.aasa, "https://www.example.com/.well-known/apple-app-site-association")
        files.appleCopy = (copy ?? aasa).file(.appleCopy, "https://cdn.example/a/v1/www.example.com")
        files.legacyAASA = legacy?.file(.legacyAASA, "https://www.example.com/apple-app-site-association")
        files.assetLinks = assetLinks.file(.assetLinks, "https://www.example.com/.well-known/assetlinks.json")
        files.includes = include.map { [$0.file(.include, "https://inc.example/more.json")] } ?? []
        var question = Verdict.Question(link: try link.map { try #require(LinkURL($0)) })
        change(&question)
        return Verdict(question, files)
    }

    @Test("all in order: nothing to say, and the link opens on both")
    func fine() throws {
        let verdict = try verdict()
        #expect(verdict.causes.isEmpty)
        #expect(verdict.opensInApp == true && !verdict.isNo && !verdict.isUnknown)
        #expect(verdict.apple?.decider == .appleCopy)
        #expect(try self.verdict(nil).opensInApp == nil)
        #expect(try !self.verdict(nil).isNo)
    }

    @Test(
        "how the file is served",
        arguments: [
            (.answer(302, ["Location": "https://example.com/"]), "aasa-redirect", .error), (.answer(404), "aasa-not-found", .error),
            (.answer(410), "aasa-not-found", .error), (.answer(403), "aasa-forbidden", .error), (.answer(500), "aasa-http-status", .error),
            (.answer(200, ["Content-Type": "text/html"], " <!doctype html>"), "aasa-web-page", .error),
            (.answer(200, ["Content-Type": "application/octet-stream"], Self.aasa), "aasa-content-type", .note),
            (.failure(.insecure(host: "www.example.com", reason: "expired")), "aasa-tls-failed", .error),
            (.failure(.pageTooLarge(limit: 128 << 10)), "association-too-large", .error),
            (.failure(.unknownHost("www.example.com")), "aasa-unknown-host", .error),
            (.json("{"), "association-not-json", .error),
        ] as [(Served, String, Finding.Severity)])
    func serving(served: Served, code: String, severity: Finding.Severity) throws {
        let verdict = try verdict(nil, aasa: served, copy: .failure(.unknownHost("cdn.example")))
        let cause = try #require(verdict.causes.first { $0.code == code }, "\(verdict.causes.map(\.code))")
        #expect(cause.severity == severity)
        #expect(cause.platform == .ios)
        #expect(verdict.isNo == (severity == .error))
        #expect(severity == .note || !cause.advice.isEmpty)
    }

    @Test(
        "how assetlinks.json is served",
        arguments: [
            (.answer(301, ["Location": "/x"]), "assetlinks-redirect", .error), (.answer(404), "assetlinks-not-found", .error),
            (.answer(200, ["Content-Type": "text/plain"], Self.assetLinks), "assetlinks-content-type", .warning),
            (.answer(200, [:], "<html>"), "assetlinks-web-page", .error), (.json("[,]"), "association-not-json", .error),
            (.json("{}"), "association-wrong-root", .error), (.json("[]"), "assetlinks-no-statement", .error),
        ] as [(Served, String, Finding.Severity)])
    func servingAssetLinks(served: Served, code: String, severity: Finding.Severity) throws {
        let verdict = try verdict(assetLinks: served)
        #expect(verdict.causes.first?.code == code, "\(verdict.causes)")
        #expect(verdict.causes.first?.severity == severity)
        #expect(verdict.opensInApp == (severity != .error))
        #expect(verdict.apple?.opens == true)
    }

    @Test(
        "what Apple's CDN says when it has no file",
        arguments: [
            ("SWCERR00101 Bad HTTP Response: 403 Forbidden", "cdn-bad-status", "status other than 200"),
            ("SWCERR00202 Private IP", "cdn-private-address", "private address"), ("SWCERR00301 Timeout", "cdn-timeout", "in time"),
            ("SWCERR00999 New", "cdn-failure", "SWCERR00999 New"),
        ])
    func failures(reason: String, code: String, words: String) throws {
        let fields = [
            "Apple-Failure-Reason": reason, "Apple-Failure-Details": #"{"location":"x"}"#,
            "Apple-From": "https://www.example.com/.well-known/",
        ]
        let verdict = try verdict(copy: .answer(404, fields))
        let cause = try #require(verdict.causes.first)
        #expect(cause.code == code)
        for part in [reason, words, #"{"location":"x"}"#, "https://www.example.com/.well-known/", "answered us with 200"] {
            #expect(cause.message.contains(part), "\(part) is missing in \(cause.message)")
        }
        #expect(verdict.apple?.opens == false && verdict.apple?.decider == nil)
        #expect(try self.verdict(copy: .answer(404)).causes.first?.code == "cdn-no-file")
    }

    @Test("Apple's copy decides: what it still has of yesterday is an error where it costs the link, else a warning")
    func difference() throws {
        let old = Served.answer(200, ["Last-Modified": "Fri, 20 Nov 2026 08:00:00 GMT"], Self.aasa(#"{"/":"/old/*"}"#))
        let verdict = try verdict(copy: old)
        #expect(verdict.causes.map(\.code) == ["cdn-differs", "aasa-no-rule"])
        #expect(verdict.causes.first?.message.contains("Fri, 20 Nov 2026") == true)
        #expect(verdict.opensInApp == false)
        #expect(try self.verdict("https://www.example.com/old/1", copy: old).opensInApp == true)
        #expect(try self.verdict(nil, copy: old).causes.map(\.severity) == [.warning])
        // White space is no difference.
        #expect(try self.verdict(copy: .json(" " + Self.aasa + "\n")).causes.isEmpty)
        let gone = try self.verdict(aasa: .answer(404), copy: .json(Self.aasa))
        #expect(gone.causes.map(\.code) == ["aasa-not-found", "cdn-outlives"])
        #expect(gone.opensInApp == true)
        let named = try self.verdict(copy: .json(Self.aasa(#"{"/":"/buy/*"}"#, app: "ABCDE12345.com.example.old")))
        #expect(named.causes.first?.message.contains("the copy does not name \(Self.appID)") == true)
    }

    @Test(
        "how old Apple's copy is, by the head of its answer",
        arguments: [
            (
                ["Last-Modified": "Fri, 20 Nov 2026 08:00:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"],
                "still has yesterday's file: last modified Fri, 20 Nov 2026 08:00:00 GMT, 26 hours ago."
            ),
            (
                ["Last-Modified": "Fri, 20 Nov 2026 23:59:00 GMT", "Date": "Sat, 21 Nov 2026 00:00:30 GMT", "Age": "45"],
                "still has yesterday's file: last modified Fri, 20 Nov 2026 23:59:00 GMT, 90 s ago; last fetched 45 s ago."
            ),
            (["Age": "93600", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"], "still has yesterday's file: last fetched 26 hours ago."),
            (["Age": "1200", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"], "still has another file: last fetched 20 minutes ago."),
            (
                ["Last-Modified": "Sun, 01 Nov 2026 08:00:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"],
                "still has a file of 20 days ago: last modified Sun, 01 Nov 2026 08:00:00 GMT, 20 days ago."
            ),
            (
                ["Last-Modified": "Sun, 22 Nov 2026 08:00:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"],
                "still has another file: last modified Sun, 22 Nov 2026 08:00:00 GMT."
            ),
            (["Age": "-5", "Date": "now", "Last-Modified": ""], "still has another file. Your server"),
        ] as [([String: String], String)])
    func age(fields: [String: String], words: String) throws {
        let message = try verdict(copy: .answer(200, fields, Self.aasa(#"{"/":"/old/*"}"#))).causes.first?.message ?? ""
        #expect(message.hasPrefix("Apple's CDN " + words), "\(message)")
    }

    @Test("a file that came later than devices wait for it")
    func slow() throws {
        let url = "https://www.example.com/.well-known/assetlinks.json"
        let address = try #require(LinkURL(url))
        var files = ServedFiles(site: try #require(Self.site))
        for (age, codes) in [(nil, ["assetlinks-too-slow"]), (3, [])] as [(Int?, [String])] {
            let hop = Hop(url: address, status: 200, milliseconds: 6200, age: age)
            let page = FetchedPage(
                requested: address, hops: [hop], url: address, status: 200, fields: [.init("Content-Type", "application/json")],
                body: Array(Self.assetLinks.utf8))
            files.assetLinks = ServedFile(.assetLinks, url: url, .success(page))
            let verdict = Verdict(Verdict.Question(platforms: [.android]), files)
            #expect(verdict.causes.map(\.code) == codes)
            #expect(!verdict.isNo)
        }
    }

    @Test("where the CDN cannot be asked, the site's own file decides")
    func withoutCopy() throws {
        let verdict = try verdict(copy: .failure(.unknownHost("cdn.example")))
        #expect(verdict.causes.map(\.code) == ["cdn-unreachable"])
        #expect(verdict.opensInApp == true && verdict.apple?.decider == .aasa)
    }

    @Test("no rule, or one that excludes: which, where, and why, to the character")
    func rules() throws {
        let excluded = try verdict("https://www.example.com/help/me")
        let rule = try #require(excluded.causes.first)
        #expect(rule.code == "aasa-excluded")
        #expect(rule.message == "\(Self.appID): details[0].components[0] excludes the link.")
        let place = try #require(rule.place)
        #expect(String(decoding: Array(Self.aasa.utf8)[place.range], as: UTF8.self) == #"{"/":"/help/*","exclude":true}"#)
        #expect(place.file == .appleCopy && place.line == 1 && place.column == place.range.lowerBound + 1)
        let missed = try verdict("https://www.example.com/bux")
        #expect(missed.causes.map(\.code) == ["aasa-no-rule"])
        #expect(missed.causes.first?.message.contains(#"the path has "x" (byte 27) where "/buy/*" wants "y""#) == true, "\(missed.causes)")
        #expect(missed.android?.opens == true && missed.opensInApp == false)
    }

    @Test("apps that were asked about, and are not there")
    func apps() throws {
        let apple = try verdict { $0.appID = "ABCDE12345.com.example.other" }
        #expect(apple.causes.map(\.code) == ["aasa-app-not-listed"])
        #expect(apple.causes.first?.message.contains(Self.appID) == true)
        let android = try verdict { $0.package = "com.example.other" }
        #expect(android.causes.map(\.code) == ["assetlinks-no-statement"])
        let fingerprint = try verdict {
            $0.package = "com.example.shop"
            $0.fingerprint = Self.other
        }
        #expect(fingerprint.causes.map(\.code) == ["assetlinks-fingerprint"])
        #expect(fingerprint.causes.first?.place?.range.lowerBound == 1)
        #expect(fingerprint.opensInApp == false)
        let same = try verdict {
            $0.package = "com.example.shop"
            $0.fingerprint = Self.certificate.lowercased()
        }
        #expect(same.causes.isEmpty)
    }

    @Test(
        "statements that do not give the link",
        arguments: [
            (Self.assetLinks(relation: "get_login_creds"), "assetlinks-relation"),
            (Self.assetLinks(rules: #"{"/":"/buy/*","exclude":true}"#), "assetlinks-excluded"),
            (Self.assetLinks(rules: #"{"/":"/else"}"#), "assetlinks-no-rule"),
            (Self.assetLinks(certificate: "AB"), "assetlinks-bad-statement"),
        ])
    func statements(file: String, code: String) throws {
        let verdict = try verdict(assetLinks: .json(file))
        #expect(verdict.causes.first?.code == code, "\(verdict.causes)")
        #expect(verdict.causes.first?.place != nil)
        #expect(verdict.android?.opens == false && verdict.apple?.opens == true)
    }

    @Test("an included file counts as the file itself; one that cannot be had is said")
    func includes() throws {
        let file = Served.json(#"[{"include":"https://inc.example/more.json"}]"#)
        #expect(try verdict(assetLinks: file, include: .json(Self.assetLinks)).opensInApp == true)
        let missing = try verdict(assetLinks: file, include: .answer(404))
        #expect(missing.causes.map(\.code) == ["assetlinks-no-statement", "assetlinks-include-failed"])
    }

    @Test("the platform that was asked about is the only one that counts")
    func platforms() throws {
        #expect(try verdict(assetLinks: .answer(404)) { $0.platforms = [.ios] }.opensInApp == true)
        #expect(try verdict(aasa: .answer(404)) { $0.platforms = [.android] }.causes.isEmpty)
    }

    @Test("a file at the old place, and a link that is not https")
    func notes() throws {
        let moved = try verdict(aasa: .answer(404), legacy: .json(Self.aasa))
        #expect(moved.causes.first { $0.code == "aasa-legacy-place" }?.severity == .warning)
        #expect(try verdict(legacy: .json(Self.aasa)).causes.isEmpty)
        #expect(try verdict("http://www.example.com/buy/7").causes.map(\.code) == ["link-not-https"])
        let elsewhere = try verdict("https://example.com/buy/7")
        #expect(elsewhere.causes.map(\.code) == ["aasa-other-host", "assetlinks-other-host"])
    }

    @Test("the place of a mistake is a line and a column, counted in characters")
    func place() throws {
        let verdict = try verdict(aasa: .json("{\n  \"é\": }"))
        let place = try #require(verdict.causes.first { $0.code == "association-not-json" }?.place)
        #expect(place.line == 2 && place.column == 8)
    }

    @Test("a file that names more apps than anybody has is answered all the same")
    func manyApps() throws {
        let apps = (0..<300).map { "\"ABCDE12345.a\($0)\"" }.joined(separator: ",")
        let rules = (0..<20).map { #"{"/":"/\#($0)*a*b"}"# }.joined(separator: ",")
        let verdict = try verdict(aasa: .json(#"{"applinks":{"details":[{"appIDs":[\#(apps)],"components":[\#(rules)]}]}}"#))
        #expect(verdict.causes.map(\.code) == ["aasa-no-rule", "aasa-many-apps"])
        #expect(verdict.causes.first?.message.hasPrefix("ABCDE12345.a0, ABCDE12345.a1, ABCDE12345.a2 and 17 more: no rule") == true)
        #expect(verdict.apple?.apps.count == 200)
    }

    @Test("without any answer nothing is known")
    func unknown() throws {
        let nothing = Served.failure(.unknownHost("www.example.com"))
        let unknown = try verdict(aasa: nothing, copy: nothing, assetLinks: nothing)
        #expect(unknown.isUnknown && unknown.opensInApp == nil)
        #expect(try !verdict(aasa: nothing, copy: .answer(404), assetLinks: nothing).isUnknown)
    }
}
