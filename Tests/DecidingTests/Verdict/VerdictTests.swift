import AppLinks
import Deciding
import LinkLayers
import Testing

@Suite("The verdict: the causes that keep a link from its app, the worst first")
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

    /// The answer for one URL.
    enum Served {
        case json(String)
        case answer(Int, [String: String] = [:], String = "")
        /// An answer with a certificate that was not checked.
        case unchecked(String)
        case failure(FetchProblem)

        func file(_ kind: ServedFile.Kind, _ url: String) -> ServedFile {
            guard let address = LinkURL(url) else {
                return ServedFile(kind, url: url, .failure(FetchFailure(.badURL(url, reason: "no URL"))))
            }
            switch self {
            case .unchecked(let text):
                var file = Served.json(text).file(kind, url)
                file.result = file.result.map { page in
                    var page = page
                    page.hops[0].isCertificateChecked = false
                    return page
                }
                return file
            case .json(let text): return Served.answer(200, ["Content-Type": "application/json"], text).file(kind, url)
            case .answer(let status, let fields, let text):
                let hop = RedirectHop(url: address, status: status, location: fields["Location"], milliseconds: 1)
                let page = FetchedPage(
                    requested: address, hops: [hop], url: address, status: status, fields: fields.map { .init($0.key, $0.value) },
                    body: Array(text.utf8))
                return ServedFile(kind, url: url, .success(page))
            case .failure(let problem):
                return ServedFile(kind, url: url, .failure(FetchFailure(problem, hops: [RedirectHop(url: address, milliseconds: 1)])))
            }
        }
    }

    private func verdict(
        _ link: String? = "https://www.example.com/buy/7", aasa: Served = .json(Self.aasa), copy: Served? = nil, legacy: Served? = nil,
        assetLinks: Served = .json(Self.assetLinks), include: Served? = nil, _ change: (inout Verdict.Question) -> Void = { _ in }
    ) throws -> Verdict {
        let files = [
            aasa.file(.aasa, "https://www.example.com/.well-known/apple-app-site-association"),
            legacy?.file(.legacyAASA, "https://www.example.com/apple-app-site-association"),
            (copy ?? aasa).file(.appleCopy, "https://cdn.example/a/v1/www.example.com"),
            assetLinks.file(.assetLinks, "https://www.example.com/.well-known/assetlinks.json"),
            include?.file(.include, "https://inc.example/more.json"),
        ]
        var question = Verdict.Question(link: try link.map { try #require(LinkURL($0)) })
        change(&question)
        return Verdict(question, ServedFiles(site: try #require(Self.site), files.compactMap { $0 }))
    }

    @Test("a web page in place of a file claims no link, however many blank bytes it begins with", arguments: [0, 63, 5000])
    func blankPage(blanks: Int) throws {
        let page = Served.answer(200, ["Content-Type": "text/html"], String(repeating: "\n", count: blanks) + "<!DOCTYPE html>")
        let site = try #require(Self.site)
        let files = [page.file(.aasa, "https://www.example.com/a"), page.file(.assetLinks, "https://www.example.com/b")]
        let claims = HostFiles(ServedFiles(site: site, files)).claims(of: try #require(LinkURL("https://www.example.com/buy/7")))
        for claim in [claims.ios, claims.android] {
            #expect(claim.isClaimed == false && claim.reason?.hasPrefix("The server answers with a web page instead") == true)
        }
    }

    @Test("without errors there are no causes, and the link opens on both platforms")
    func fine() throws {
        let verdict = try verdict()
        #expect(verdict.causes.isEmpty)
        #expect(verdict.opensInApp == true && !verdict.isNo && !verdict.isUnknown)
        #expect(verdict.apple?.decider == .appleCopy)
        #expect(try self.verdict(nil).opensInApp == nil)
        #expect(try !self.verdict(nil).isNo)
    }

    @Test(
        "findings about how apple-app-site-association is served",
        arguments: [
            (.answer(302, ["Location": "https://example.com/"]), "aasa-redirect", .error), (.answer(404), "aasa-not-found", .error),
            (.answer(410), "aasa-not-found", .error), (.answer(403), "aasa-forbidden", .error), (.answer(500), "aasa-http-status", .error),
            (.answer(429), "aasa-http-status", .error),
            (.answer(200, ["Content-Type": "text/html"], " <!doctype html>"), "aasa-web-page", .error),
            (.answer(200, ["Content-Type": "application/octet-stream"], Self.aasa), "aasa-content-type", .note),
            (.failure(.insecure(host: "www.example.com", reason: "expired")), "aasa-tls-failed", .error),
            (.unchecked(Self.aasa), "aasa-tls-failed", .warning),
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
        "findings about how assetlinks.json is served",
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
        "the reasons of Apple's CDN for having no file",
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
        for part in [reason, words, #"{"location":"x"}"#, "https://www.example.com/.well-known/", "answered linkscope with 200"] {
            #expect(cause.message.contains(part), "\(part) is missing in \(cause.message)")
        }
        #expect(verdict.apple?.opens == false && verdict.apple?.decider == nil)
        #expect(try self.verdict(copy: .answer(404)).causes.first?.code == "cdn-no-file")
    }

    @Test("Apple's copy decides: an outdated copy is an error if the link does not open because of it, otherwise a warning")
    func difference() throws {
        let old = Served.answer(200, ["Last-Modified": "Fri, 20 Nov 2026 08:00:00 GMT"], Self.aasa(#"{"/":"/old/*"}"#))
        let verdict = try verdict(copy: old)
        #expect(verdict.causes.map(\.code) == ["cdn-differs", "aasa-no-rule"])
        #expect(verdict.causes.first?.message.contains("Fri, 20 Nov 2026") == true)
        #expect(verdict.opensInApp == false)
        #expect(try self.verdict("https://www.example.com/old/1", copy: old).opensInApp == true)
        #expect(try self.verdict(nil, copy: old).causes.map(\.severity) == [.warning])
        // A copy that differs only in whitespace counts as equal.
        #expect(try self.verdict(copy: .json(" " + Self.aasa + "\n")).causes.isEmpty)
        let gone = try self.verdict(aasa: .answer(404), copy: .json(Self.aasa))
        #expect(gone.causes.map(\.code) == ["aasa-not-found", "cdn-outlives"])
        #expect(gone.opensInApp == true)
        let named = try self.verdict(copy: .json(Self.aasa(#"{"/":"/buy/*"}"#, app: "ABCDE12345.com.example.old")))
        #expect(named.causes.first?.message.contains("the copy does not name \(Self.appID)") == true)
    }

    @Test(
        "the age of Apple's copy, by its response header",
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
                "still has a file from 20 days ago: last modified Sun, 01 Nov 2026 08:00:00 GMT, 20 days ago."
            ),
            (
                ["Last-Modified": "Sun, 22 Nov 2026 08:00:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"],
                "still has another file: last modified Sun, 22 Nov 2026 08:00:00 GMT."
            ),
            (["Age": "-5", "Date": "now", "Last-Modified": ""], "still has another file. It differs from the file on your server."),
        ] as [([String: String], String)])
    func age(fields: [String: String], words: String) throws {
        let message = try verdict(copy: .answer(200, fields, Self.aasa(#"{"/":"/old/*"}"#))).causes.first?.message ?? ""
        #expect(message.hasPrefix("Apple's CDN " + words), "\(message)")
    }

    @Test("a file that arrives later than devices wait")
    func slow() throws {
        let url = "https://www.example.com/.well-known/assetlinks.json"
        let address = try #require(LinkURL(url))
        for (age, codes) in [(nil, ["assetlinks-too-slow"]), (3, [])] as [(Int?, [String])] {
            let hop = RedirectHop(url: address, status: 200, milliseconds: 6200, age: age)
            let page = FetchedPage(
                requested: address, hops: [hop], url: address, status: 200, fields: [.init("Content-Type", "application/json")],
                body: Array(Self.assetLinks.utf8))
            let files = ServedFiles(site: try #require(Self.site), [ServedFile(.assetLinks, url: url, .success(page))])
            let verdict = Verdict(Verdict.Question(platforms: [.android]), files)
            #expect(verdict.causes.map(\.code) == codes)
            #expect(!verdict.isNo)
        }
    }

    @Test("if the CDN cannot be reached, the site's own file decides")
    func withoutCopy() throws {
        let verdict = try verdict(copy: .failure(.unknownHost("cdn.example")))
        #expect(verdict.causes.map(\.code) == ["cdn-unreachable"])
        #expect(verdict.opensInApp == true && verdict.apple?.decider == .aasa)
    }

    @Test("no matching rule, or an excluding one: the rule, its place, and the reason")
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
        #expect(
            missed.causes.first?.message.contains(#"the path has "x" (byte 27) where "/buy/*" expects "y""#) == true, "\(missed.causes)")
        #expect(missed.android?.opens == true && missed.opensInApp == false)
    }

    @Test("questions about apps that are not listed")
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
        #expect(same.opensInApp == false && same.causes.map(\.code) == ["assetlinks-fingerprint"])
        #expect(same.causes.first?.message.contains("devices write fingerprints in capital letters") == true)
    }

    @Test(
        "statements that do not give the app the link",
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

    @Test("an included file counts like the file itself; one that cannot be fetched is reported")
    func includes() throws {
        let file = Served.json(#"[{"include":"https://inc.example/more.json"}]"#)
        #expect(try verdict(assetLinks: file, include: .json(Self.assetLinks)).opensInApp == true)
        let missing = try verdict(assetLinks: file, include: .answer(404))
        #expect(missing.causes.map(\.code) == ["assetlinks-no-statement", "assetlinks-include-failed"])
    }

    @Test("only the platforms of the question count")
    func platforms() throws {
        #expect(try verdict(assetLinks: .answer(404)) { $0.platforms = [.ios] }.opensInApp == true)
        #expect(try verdict(aasa: .answer(404)) { $0.platforms = [.android] }.causes.isEmpty)
    }

    @Test("notes on a file at the old place and on a link that is not https")
    func notes() throws {
        let moved = try verdict(aasa: .answer(404), legacy: .json(Self.aasa))
        #expect(moved.causes.first { $0.code == "aasa-legacy-place" }?.severity == .warning)
        #expect(try verdict(legacy: .json(Self.aasa)).causes.isEmpty)
        let insecure = try verdict("http://www.example.com/buy/7")
        #expect(insecure.causes.map(\.code) == ["link-not-https"] && insecure.causes.first?.severity == .error)
        #expect(insecure.opensInApp == false && insecure.apple?.opens == false && insecure.android?.opens == false)
        #expect(insecure.sentence == "no: the link uses http; with https, it opens in the app on iOS and on Android")
        #expect(insecure.exceptions.isEmpty)
        let elsewhere = try verdict("https://example.com/buy/7")
        #expect(elsewhere.causes.map(\.code) == ["aasa-other-host", "assetlinks-other-host"])
    }

    @Test("the place of an error is a line and a column, counted in characters")
    func place() throws {
        let verdict = try verdict(aasa: .json("{\n  \"é\": }"))
        let place = try #require(verdict.causes.first { $0.code == "association-not-json" }?.place)
        #expect(place.line == 2 && place.column == 8)
    }

    @Test("a file that names very many apps still gets an answer")
    func manyApps() throws {
        let apps = (0..<300).map { "\"ABCDE12345.a\($0)\"" }.joined(separator: ",")
        let rules = (0..<20).map { #"{"/":"/\#($0)/*a*b"}"# }.joined(separator: ",")
        let verdict = try verdict(aasa: .json(#"{"applinks":{"details":[{"appIDs":[\#(apps)],"components":[\#(rules)]}]}}"#))
        #expect(verdict.causes.map(\.code) == ["aasa-no-rule", "aasa-many-apps"])
        #expect(verdict.causes.first?.message.hasPrefix("ABCDE12345.a0, ABCDE12345.a1, ABCDE12345.a2 and 17 more: no rule") == true)
        #expect(verdict.apple?.apps.count == 200)
    }

    @Test("without any answer from a server, the verdict is unknown")
    func unknown() throws {
        let nothing = Served.failure(.unknownHost("www.example.com"))
        let unknown = try verdict(aasa: nothing, copy: nothing, assetLinks: nothing)
        #expect(unknown.isUnknown && unknown.opensInApp == nil)
        #expect(try !verdict(aasa: nothing, copy: .answer(404), assetLinks: nothing).isUnknown)
    }

    @Test("includes that are not read are reported: a relative URL, a web page, an include in an included file")
    func vainIncludes() throws {
        let relative = try verdict(assetLinks: .json(#"[{"include":"/more.json"}]"#))
        #expect(relative.causes.map(\.code) == ["assetlinks-no-statement", "assetlinks-bad-include"])
        let file = Served.json(#"[{"include":"https://inc.example/more.json"}]"#)
        let page = try verdict(assetLinks: file, include: .answer(200, ["Content-Type": "text/html"], "<html>"))
        #expect(page.causes.last?.code == "assetlinks-include-failed")
        #expect(page.causes.last?.message.hasSuffix("The server answers with a web page instead.") == true)
        let deeper = try verdict(assetLinks: file, include: .json(#"[{"include":"https://deep.example/a"}]"#))
        #expect(deeper.causes.last?.code == "assetlinks-include-depth")
        #expect(deeper.causes.last?.message.contains("https://deep.example/a") == true)
        #expect(deeper.causes.last?.place?.file == .include)
    }

    @Test("a lowercase fingerprint is reported differently from a wrong one, and another app differently from the one asked about")
    func nearlyNamed() throws {
        let small = try verdict(assetLinks: .json(Self.assetLinks(certificate: Self.certificate.lowercased()))) {
            $0.package = "com.example.shop"
            $0.fingerprint = Self.certificate
        }
        #expect(small.causes.first?.code == "assetlinks-fingerprint")
        #expect(small.causes.first?.message.contains("is in lowercase") == true)
        #expect(small.causes.first?.advice == "Write the fingerprint in uppercase.")
        let other = try verdict { $0.package = "com.example.other" }
        #expect(other.causes.first?.message.hasSuffix("the statements are for com.example.shop.") == true, "\(other.causes)")
    }

    @Test("a verdict that differs between the platforms names both, and its exceptions are about the platform that opens the link")
    func split() throws {
        let verdict = try verdict("https://www.example.com/help/me")
        #expect(verdict.sentence == "no: the link opens in the app on Android, but not on iOS")
        #expect(verdict.exceptions.count == 3)
        #expect(verdict.exceptions.allSatisfy { $0.hasPrefix("on Android") })
    }

    @Test("if only Apple's CDN has no address, the message does not ask to check its spelling")
    func unknownCDN() throws {
        let cause = try #require(try verdict(copy: .failure(.unknownHost("cdn.example"))).causes.first)
        #expect(cause.code == "cdn-unreachable" && cause.message.hasSuffix(" The host cdn.example has no address."), "\(cause)")
        #expect(cause.advice == "Verify again when Apple's CDN answers: devices read its copy.")
    }

    @Test(
        "the nearest of Android's dynamic rules is reported with the exact place",
        arguments: [
            (#"{"/":"/else"},{"/":"/buy/8"}"#, "/buy/7", 1, #"the path has "7" (byte 29) where "/buy/8" expects "8" (byte 6)"#),
            (#"{"/":"/buy/*","?":{"ref":"?*"}}"#, "/buy/7", 0, #"the parameter "ref" is missing"#),
            (
                #"{"/":"/buy/*","?":{"ref":"a"}}"#, "/buy/7?ref=c&ref=ab", 0,
                #"the parameter "ref" has "b" (byte 42) where the pattern "a" ends"#
            ),
            (#"{"/":"/help/*","exclude":true},{"/":"/x"}"#, "/buy/7", 1, #"the path has "b" (byte 25)"#),
            (##"{"#":"top"}"##, "/buy/7#tip", 0, #"the fragment has "i" (byte 32) where "top" expects "o" (byte 2)"#),
        ])
    func nearestDynamicRule(rules: String, path: String, rule: Int, reason: String) throws {
        let file = Self.assetLinks(rules: rules)
        let verdict = try verdict("https://www.example.com" + path, assetLinks: .json(file)) { $0.platforms = [.android] }
        let cause = try #require(verdict.causes.first)
        #expect(cause.code == "assetlinks-no-rule")
        #expect(cause.message.contains("the nearest rule is dynamic_app_link_components[\(rule)]: \(reason)"), "\(cause.message)")
        let place = try #require(cause.place)
        let written = String(decoding: Array(file.utf8)[place.range], as: UTF8.self)
        #expect(rules.hasSuffix(written), "the place is that of the rule")
        #expect(verdict.android?.apps.first?.steps.count == rule + 1)
        #expect(verdict.android?.apps.first?.outcome == .noRule)
    }

    @Test(
        "the trace of dynamic rules agrees with their decision",
        arguments: ["/help/1", "/buy/7", "/buy/7?ref=1", "/item/3#a", "/else", "/it%65m/3?x", "/"])
    func dynamicSteps(path: String) throws {
        let rules = ##"{"/":"/help/*","exclude":true},{"/":"/buy/*","?":{"ref":"?*"}},{"/":"/item/*","#":"?*"},{"?":{"x":"*"}}"##
        let link = try #require(LinkURL("https://www.example.com" + path))
        let statement = try #require(AssetLinksFile(Array(Self.assetLinks(rules: rules).utf8)).statements.first)
        var effort = Pattern.Effort()
        let last = try #require(statement.steps(for: link, &effort).last)
        func place(_ rule: Int) -> String { "dynamic_app_link_components[\(rule)]" }
        switch statement.dynamicOutcome(for: link, &effort) {
        case .match(let rule): #expect(last.miss == nil && !last.isExcluding && last.place == place(rule))
        case .exclude(let rule): #expect(last.miss == nil && last.isExcluding && last.place == place(rule))
        case .noRule, .unrestricted: #expect(last.miss != nil && last.place == place(3))
        }
    }

    @Test(
        "a problem of the CDN or of the way there is not the CDN's answer about the site",
        arguments: [
            .answer(500), .answer(429), .answer(302, ["Location": "https://login.example/"]), .answer(403),
            .answer(200, ["Content-Type": "text/html"], "<html>"),
        ] as [Served])
    func speechlessCDN(copy: Served) throws {
        let verdict = try verdict(copy: copy)
        #expect(verdict.causes.map(\.code) == ["cdn-unreachable"])
        #expect(verdict.causes.first?.message.contains("the verdict uses your server's file") == true)
        #expect(verdict.opensInApp == true && verdict.apple?.decider == .aasa)
        let both = try self.verdict(aasa: .answer(404), copy: copy)
        #expect(both.causes.allSatisfy { !$0.message.contains("the verdict uses your server's file") })
    }

    @Test("a server that denies linkscope access may still admit Apple; a server without the file cannot")
    func deniedOrigin() throws {
        let denied = try verdict(aasa: .answer(403), copy: .json(Self.aasa)).causes.last
        #expect(denied?.code == "cdn-outlives" && denied?.message.contains("did not return it to linkscope") == true)
        let gone = try verdict(aasa: .answer(404), copy: .json(Self.aasa)).causes.last
        #expect(gone?.code == "cdn-outlives" && gone?.message.contains("no longer serves") == true)
        let reason = ["Apple-Failure-Reason": "SWCERR00101 Bad HTTP Response: 404 Not Found"]
        let same = try verdict(aasa: .answer(404), copy: .answer(404, reason)).causes.first { $0.code == "cdn-bad-status" }
        #expect(same?.advice.contains("bot filters") == false, "our own answer was no better")
    }

    @Test(
        "a file that is not UTF-8 text is named by its format, and only the first mistake is listed",
        arguments: [
            ([], "is empty"), (Array(" \n".utf8), "is empty"), ([0x1F, 0x8B, 0x08, 0x00, 0x01], "Content-Encoding: gzip"),
            ([0xFF, 0xFE] + Array("{}".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), 0] }, "UTF-16"),
            (Array("[]".utf16).flatMap { [0, UInt8(truncatingIfNeeded: $0)] }, "UTF-16"),
            (Array("{'a': 1, 'b': 'c'}".utf8), "There are 2 more mistakes after it."),
        ] as [([UInt8], String)])
    func unreadable(bytes: [UInt8], words: String) throws {
        let text = Array(Self.assetLinks.utf8)
        #expect(AssetLinksFile(text).isUsable)
        for isApple in [true, false] {
            let address = try #require(LinkURL("https://www.example.com/.well-known/x"))
            let page = FetchedPage(
                requested: address, hops: [RedirectHop(url: address, status: 200, milliseconds: 1)], url: address, status: 200,
                fields: [.init("Content-Type", "application/json")], body: bytes)
            let file = ServedFile(isApple ? .aasa : .assetLinks, url: address.text, .success(page))
            let files = ServedFiles(site: try #require(Self.site), [file])
            let verdict = Verdict(Verdict.Question(link: address, platforms: [isApple ? .ios : .android]), files)
            #expect(verdict.causes.map(\.code) == ["association-not-json"], "\(verdict.causes)")
            #expect(verdict.causes.first?.message.contains(words) == true, "\(verdict.causes)")
            #expect(verdict.isNo)
            #expect((verdict.apple?.source ?? verdict.android?.source)?.hasSuffix("which devices ignore") == true)
        }
    }

    @Test("a compressed file that ends within its JSON is reported as truncated; one with another mistake, or without compression, is not")
    func cutCompressed() throws {
        let isCut = { (text: String, fields: [String: String]) in
            let fields = fields.merging(["Content-Type": "application/json"]) { $1 }
            let causes = try verdict(aasa: .answer(200, fields, text), assetLinks: .answer(200, fields, text)).causes
            let own = causes.filter { $0.code == "association-not-json" }
            #expect(own.count == 2, "\(causes)")
            return Set(
                own.map {
                    $0.message.contains("compressed (gzip) and probably truncated") && $0.advice.contains("the whole compressed file")
                })
        }
        let gzip = ["Content-Encoding": "gzip"]
        for text in [#"{"applinks":{"det"#, #"[{"relation":["#, "{"] {
            #expect(try isCut(text, gzip) == [true], "\(text)")
            #expect(try isCut(text, [:]) == [false])
            #expect(try isCut(text, ["Content-Encoding": "identity"]) == [false])
        }
        #expect(try isCut("{'a': 1}", gzip) == [false])
    }

    @Test("the message about a duplicate key is one complete sentence")
    func duplicate() throws {
        let file = Self.assetLinks.replacing("[{", with: #"[{"relation":["a/b"],"#)
        let cause = try #require(try verdict(assetLinks: .json(file)).causes.first)
        #expect(cause.code == "association-duplicate-key")
        #expect(cause.message.hasPrefix("In the file, the key \"relation\"") && cause.message.hasSuffix("use the last value."))
    }

    @Test("an untrusted server counts as a negative answer, unless this machine trusts no server at all")
    func distrust() throws {
        let distrusted = Served.failure(.insecure(host: "www.example.com", reason: "expired"))
        let android = try verdict(assetLinks: distrusted) { $0.platforms = [.android] }
        #expect(android.isNo && !android.isUnknown)
        #expect(try verdict(aasa: distrusted, copy: distrusted, assetLinks: distrusted).isUnknown)
        let unreadable = Served.failure(.badCertificates("no such file"))
        #expect(try verdict(aasa: unreadable, copy: unreadable, assetLinks: unreadable).isUnknown)
    }

    @Test(
        "if this machine reaches or trusts no server, the advice is about the machine, not the site",
        arguments: [
            (.badCertificates("error setting certificate file"), "bad-certificate-file", "Correct it here"),
            (.insecure(host: "a.example", reason: "unable to get local issuer certificate"), "tls-failed", "SSL_CERT_FILE"),
            (.proxy("Could not resolve proxy"), "proxy-failed", "https_proxy"),
            (.unknownHost("a.example"), "unknown-host", "Check this machine's network"),
            (.noConnection(host: "a.example", reason: "Network is unreachable"), "no-connection", "Check this machine's network"),
            (.tooSlow(seconds: 10, bytes: nil), "too-slow", "Check this machine's network"),
        ] as [(FetchProblem, String, String)])
    func machine(problem: FetchProblem, code: String, advice: String) throws {
        let nothing = Served.failure(problem)
        let here = try verdict(aasa: nothing, copy: nothing, assetLinks: nothing)
        #expect(here.isUnknown)
        #expect(here.causes.map(\.code) == ["aasa-\(code)", "assetlinks-\(code)", "cdn-unreachable"])
        for cause in here.causes {
            #expect(cause.advice.contains("machine") && cause.advice.contains(advice), "\(cause)")
            #expect(!cause.message.contains("would refuse it"), "\(cause)")
        }
    }

    @Test("if Apple's CDN answers, the problem is the site that cannot be reached or trusted")
    func siteAlone() throws {
        for problem: FetchProblem in [
            .insecure(host: "a.example", reason: "expired"), .unknownHost("a.example"), .noConnection(host: "a.example", reason: "refused"),
        ] {
            let causes = try verdict(aasa: .failure(problem), copy: .answer(404), assetLinks: .failure(problem)).causes
            let own = causes.filter { $0.code.hasSuffix(problem.code) }
            #expect(own.count == 2)
            for cause in own { #expect(!cause.advice.hasPrefix("This machine") && cause.message.hasSuffix("\(problem)"), "\(cause)") }
        }
    }

    @Test("a site that Apple's CDN cannot copy", arguments: ["https://www.example.com:8443", "https://localhost", "https://[::1]"])
    func outsideTheCDN(site: String) throws {
        let files = ServedFiles(site: try #require(WebSite(site)), [Served.json(Self.aasa).file(.aasa, "\(site)/x")])
        #expect(files.site.description == site)
        let verdict = Verdict(Verdict.Question(link: LinkURL("\(site)/buy/7"), platforms: [.ios]), files)
        #expect(verdict.causes.map(\.code) == ["cdn-not-asked"])
        #expect(verdict.opensInApp == true)
        #expect(verdict.exceptions.first?.contains("?mode=developer") == true)
    }

    @Test("an app with an impossible ID opens no link", arguments: ["shop", "com.example.shop", "*", ".b"])
    func impossibleApp(appID: String) throws {
        let file = Served.json(#"{"applinks":{"details":[{"appIDs":["\#(appID)"],"components":[{"/":"*"}]}]}}"#)
        let alone = try verdict(aasa: file) { $0.platforms = [.ios] }
        #expect(alone.opensInApp == false)
        #expect(alone.causes.map(\.code) == ["aasa-bad-app-id"])
        #expect(alone.isNo && alone.hasErrors)
        let beside = Served.json(#"{"applinks":{"details":[{"appIDs":["\#(appID)","ABCDE12345.b"],"components":[{"/":"*"}]}]}}"#)
        #expect(try verdict(aasa: beside) { $0.platforms = [.ios] }.opensInApp == true)
    }

    @Test("includes that were not fetched are reported, because their statements are unknown")
    func manyIncludes() throws {
        let more = (0..<60).map { #"{"include":"https://inc.example/\#($0).json"}"# }.joined(separator: ",")
        let file = Served.json(#"[{"include":"https://inc.example/more.json"},\#(more)]"#)
        #expect(try verdict(assetLinks: file, include: .json("[]")).causes.contains { $0.code == "assetlinks-includes-left" })
    }

    @Test("a file without entries is an error, because it opens no link")
    func noDetails() throws {
        let verdict = try verdict(nil, aasa: .json(#"{"applinks":{"details":[]}}"#))
        #expect(verdict.causes.map(\.code) == ["aasa-no-details"])
        #expect(verdict.isNo)
    }

    @Test("the advice is about the platform and the port of the question")
    func advice() throws {
        let refused = Served.failure(.refusedAddress(host: "www.example.com", address: "10.0.0.1", .private))
        let causes = try verdict(aasa: refused, assetLinks: refused).causes
        #expect(causes.first { $0.code == "assetlinks-refused-address" }?.advice.contains("Apple") == false)
        let large = try verdict(assetLinks: .failure(.pageTooLarge(limit: 1 << 20))).causes.first
        #expect(large?.code == "association-too-large" && large?.advice.contains("variables") == false)
        let closed = FetchFailure(.noConnection(host: "www.example.com", reason: "refused"))
        let file = ServedFile(.assetLinks, url: "https://www.example.com:8443/x", .failure(closed))
        let files = ServedFiles(site: try #require(WebSite("https://www.example.com:8443")), [file])
        #expect(Verdict(Verdict.Question(platforms: [.android]), files).causes.first?.advice.contains("port 8443") == true)
    }

    @Test("the decision engine judges, for a device that has an app of the files, and its steps are facts of the verdict")
    func decisions() throws {
        let opening = try verdict()
        #expect(opening.apple?.decision?.decision.outcome == .app([Self.appID]))
        #expect(opening.android?.decision?.decision.outcome == .app(["com.example.shop"]))
        #expect(
            steps(opening, .android) == [
                "com.example.shop opens it", "com.example.shop: a filter takes the link.", "Chrome: a filter takes the link.",
                "com.example.shop is verified for the host.",
            ])
        let excluded = try verdict("https://www.example.com/help/me")
        #expect(
            steps(excluded, .ios) == ["Safari opens it", "\(Self.appID): the association file does not give it the link."],
            "that the browser opens what no app gets is no reason")
        let refused = try verdict(assetLinks: .json(Self.assetLinks(rules: #"{"/":"/else"}"#)))
        #expect(steps(refused, .android).last == "No app is approved for the host, so Android 12 and later open the browser.")
        #expect(try verdict("HTTP://www.example.com/buy/7").apple?.opensWithHTTPS == true, "the link is checked as if it used https")
        #expect(try verdict(nil).apple?.decision == nil)
        #expect(try verdict(aasa: .json("{")).apple?.decision == nil, "without an app there is nothing to decide")
    }

    @Test("the device reads the file of the link's own host only, and none if Apple's CDN has none")
    func filesOfDevices() throws {
        let elsewhere = try verdict("https://example.com/buy/7")
        #expect(steps(elsewhere, .ios).contains("\(Self.appID): the device has no association file of the site."))
        let absent = try verdict(copy: .answer(404))
        #expect(steps(absent, .ios).first == "Safari opens it" && absent.apple?.opens == false)
    }

    /// The facts that the decision engine adds to those about the apps of a platform.
    private func steps(_ verdict: Verdict, _ platform: AppPlatform) -> [String] {
        VerdictFacts(verdict, most: 50).apps.filter { fact in
            if case .platform(platform, _) = fact.kind { true } else { false }
        }.flatMap(\.below).filter { fact in
            if case .decision = fact.kind { true } else { false }
        }.map(\.text)
    }

    @Test("each cause has its place and its advice below it, each app its nearest rule, and long lists are cut")
    func facts() throws {
        let verdict = try verdict("https://www.example.com/bux")
        let facts = VerdictFacts(verdict, most: 50)
        #expect(facts.answer.map(\.text) == [verdict.sentence] + verdict.exceptions)
        let cause = try #require(facts.causes.first)
        #expect(cause.below.map(\.text).first == "Apple's copy of apple-app-site-association, line 1, column 112")
        #expect(cause.below.count == 2)
        let app = try #require(facts.apps.first?.below.first)
        #expect(app.text == "no rule matches" && app.below.count == 1)
        #expect(VerdictFacts(verdict, most: 50, isTraced: true).apps.first?.below.first?.below.count == 2)
        let cut = VerdictFacts(verdict, most: 1).files
        #expect(cut.count == 2)
        guard case .more(2)? = cut.last?.kind else { return #expect(Bool(false), "\(cut)") }
    }
}
