import AppLinks
import Checks
import Deciding
import Secrets
import Testing

@Suite("Judging a link of a suite")
struct LinkJudgeTests {
    /// A link with App Link data, as one app sends it to another: `target_url`, `extras` and the referer Shop.
    static let appLink =
        "news://a?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fnews.example%2Fa%22%2C%22extras%22%3A%7B%22n%22%3A42%7D"
        + "%2C%22referer_app_link%22%3A%7B%22app_name%22%3A%22Shop%22%2C%22url%22%3A%22shop%3A%2F%2Fback%22%7D%7D"

    private static func one(_ link: String, _ expectation: String) -> String { "links:\n  - link: '\(link)'\n    \(expectation)\n" }

    @Test(
        "expectations that are met",
        arguments: [
            ("shop://item/7", "opens: app"), ("shop://item/7", "app: Shop"), ("shop://item/7", "app: com.example.shop"),
            ("wheel://x", "opens: nothing"), ("mystery://x", "opens: nothing"), ("https://a.example/", "opens: browser"),
            ("shop://item/7", "target: shop://item/7"), (appLink, "target: https://news.example/a"),
            (appLink, "extras: {n: 42.0}"), ("shop://item/7", "extras: {}"), (appLink, "referer: {name: Shop}"),
            (appLink, "referer: {name: Shop, url: 'shop://back'}"), ("shop://item/7", "referer: none"), (appLink, "findings: []"),
            (appLink, "events: [al_link_parse, al_nav_in]"), ("shop://item/7", "events: []"), (appLink, "trail: [Shop, News, Shop]"),
            (appLink, "trail: [com.example.shop, com.example.news, com.example.shop]"), ("shop://item/7", "trail: [Shop]"),
            ("https://a.example/", "trail: [browser]"), ("shop://item/7", "aasa: no_match"),
            ("http://a.example/", "assetlinks: not_linked"),
        ])
    func met(link: String, expectation: String) throws {
        #expect(try failures(Self.one(link, expectation)).map(words) == [])
    }

    @Test(
        "expectations that are not met say what came, and why",
        arguments: [
            ("mystery://x", "opens: app", "opens: expected app, got nothing, because no app claims mystery:"),
            ("wheel://x", "opens: app", "opens: expected app, got nothing, because Wheel is not installed"),
            ("shop://x", "opens: browser", "opens: expected browser, got app, because Shop (com.example.shop) claims shop:"),
            (
                "https://a.example/", "opens: app",
                "opens: expected app, got browser, because Safari opens web links without a page in fixtures; aasa and assetlinks test what association files decide"
            ),
            ("a b", "opens: app", "opens: expected app, got nothing, because no app claims the link"),
            ("http://[", "opens: app", "opens: expected app, got nothing, because the link is not a URL"),
            ("shop://x", "app: News", "app: expected News, got Shop (com.example.shop), because Shop (com.example.shop) claims shop:"),
            (
                "shop://x", "target: shop://y",
                "target: expected shop://y, got shop://x, because it has no al_applink_data, so it is its own target"
            ),
            (appLink, "extras: {n: 42, m: 1}", #"extras: expected {"n":42,"m":1}, got {"n":42}, because m is missing"#),
            (appLink, "extras: {n: \"42\"}", #"extras: expected {"n":"42"}, got {"n":42}, because n has another value"#),
            (appLink, "extras: {}", #"extras: expected {}, got {"n":42}, because n is not expected"#),
            (appLink, "referer: none", "referer: expected none, got {name: Shop, url: shop://back}"),
            ("shop://x", "referer: {name: News}", "referer: expected {name: News}, got none, because it has no al_applink_data"),
            (
                "shop://x", "events: [al_nav_in]",
                "events: expected [al_nav_in], got [], because it has no al_applink_data, so reading it posts no events"
            ),
            (
                appLink, "events: [al_nav_in]",
                "events: expected [al_nav_in], got [al_link_parse, al_nav_in], because al_link_parse is not expected"
            ),
            (
                appLink, "events: [al_nav_in, al_link_parse]",
                "events: expected [al_nav_in, al_link_parse], got [al_link_parse, al_nav_in], because the order differs"
            ),
            (
                appLink, "trail: [com.example.shop, com.example.news]",
                "trail: expected [com.example.shop, com.example.news], got [com.example.shop, com.example.news, com.example.shop], "
                    + "because com.example.shop comes to the front too"
            ),
            (
                appLink, "trail: [Shop, browser, Shop]",
                "trail: expected [Shop, browser, Shop], got [Shop, News, Shop], because News comes to the front in place of browser"
            ),
            (
                "shop://x", "trail: [News, Shop, News]",
                "trail: expected [News, Shop, News], got [Shop], because there is no way back: the link names no app to return to"
            ),
            (
                "shop://x", "aasa: match",
                "aasa: expected match, got no_match, because the link's scheme is shop, and association files decide only for https links"
            ),
        ])
    func notMet(link: String, expectation: String, words wanted: String) throws {
        #expect(try failures(Self.one(link, expectation)).map(words) == [wanted])
    }

    @Test("findings are all codes, and no others")
    func findings() throws {
        let empty = "shop://x?al_applink_data=%7B%7D"
        let failure = try #require(try failures(Self.one(empty, "findings: [payload-cut]")).first)
        #expect(failure.expected.text == "[payload-cut]" && failure.got.text == "[no-target]")
        #expect(failure.why?.text.hasPrefix("no finding is payload-cut; no-target: ") == true)
        #expect(try failures(Self.one(empty, "findings: [no-target]")).isEmpty)
    }

    @Test("a strict device assumes no apps; another one does, and says so")
    func assumed() throws {
        let text = Self.one("mystery://x", "opens: app")
        #expect(try failures(text, on: phone(assumesApps: true)).isEmpty)
        #expect(try failures("strictDevice: true\n" + text, on: phone(assumesApps: true)).count == 1)
        let failure = try #require(try failures(Self.one("mystery://x", "opens: nothing"), on: phone(assumesApps: true)).first)
        #expect(failure.why?.text == "no app of the device claims mystery:, so linkscope assumes one; strictDevice: true assumes none")
    }

    @Test("from opens the link from an app, which names itself as the referer; a tap on the banner leads back")
    func from() throws {
        let text = """
            links:
              - link: shop://item/7
                from: News
                app: Shop
                referer: {name: News, url: news://back}
                events: [al_nav_out, al_link_parse, al_nav_in]
                trail: [News, Shop, News]
            """
        #expect(try failures(text).map(words) == [])
        #expect(try failures(text.replacing("from: News", with: "from: browser")).map(\.key) == [.referer, .trail])
    }

    @Test("from names an app of the device")
    func unknownFrom() throws {
        let suite = try suite("links: [{link: a:b, opens: nothing, from: Wheel}, {link: a:b, opens: nothing, from: Mail}]")
        let problems = LinkJudge(suite, SuiteFixtures(device: try phone())).problems
        #expect(
            problems.map(\.message) == [
                "from: the device Phone does not have Wheel installed",
                "from: the device Phone has no app \"Mail\"; use Shop, News, Wheel, browser",
            ])
    }

    /// An Android device on which two apps claim a scheme.
    static func twoShops() throws -> SimulatedDevice {
        try SimulatedDevice(
            profile: """
                {"name": "Two shops", "platform": "android", "idiom": "phone", "browser": "Chrome", "apps": [
                  {"id": "com.example.shop", "name": "Shop", "schemes": ["shop"]},
                  {"id": "com.example.deals", "name": "Deals", "schemes": ["shop"]}]}
                """)
    }

    @Test("if the device asks which app opens the link, none of the apps opened it, and the failure names them")
    func chooser() throws {
        func words(_ expectation: String) throws -> [String] {
            try failures(Self.one("shop://x", expectation), on: Self.twoShops()).map { ChecksTests.words($0) }
        }
        let got = "got chooser, because Android asks which app: Deals, Shop"
        #expect(try words("opens: chooser") == [])
        #expect(try words("opens: app") == ["opens: expected app, \(got)"])
        #expect(try words("app: Shop") == ["app: expected Shop, \(got)"])
    }

    @Test("a page of the suite decides what opens its link")
    func page() throws {
        let text = """
            fixtures: {pages: {"https://shop.example/7": item.html}}
            links:
              - link: https://shop.example/7#top
                opens: app
                target: https://shop.example/7#top
                resolves: {target: "shop://item/7", app: Shop, webURL: "https://shop.example/7#top"}
            """
        let tags = [("al:ios:url", "shop://item/7"), ("al:ios:app_name", "Shop")]
        #expect(try failures(text, page: tags).map(words) == [])
        let failing = try failures(text, page: [("al:ios:url", "wheel://item/7"), ("al:ios:app_name", "Wheel")])
        #expect(failing.map(\.key) == [.opens, .resolves])
        #expect(failing.first?.why?.text == "target 1 was skipped: Wheel claims wheel:, but is not installed")
        #expect(failing.first?.decider == "item.html on the device Phone")
        #expect(
            failing.last.map(words)
                == "resolves: expected {target: shop://item/7, app: Shop, webURL: https://shop.example/7#top}, "
                + "got {target: wheel://item/7, app: Wheel, webURL: https://shop.example/7#top}")
    }

    @Test("an apple-app-site-association file of the suite decides, and the rule is named")
    func apple() throws {
        let file = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"],
              "components": [{"/": "/private/*", "exclude": true}, {"/": "/item/*"}]}]}}
            """
        func outcome(_ path: String, _ expectation: String) throws -> TestFailure? {
            try failures(
                "fixtures: {aasa: {shop.example: aasa.json}}\nlinks: [{link: 'https://shop.example\(path)', aasa: \(expectation)}]",
                aasa: file
            ).first
        }
        #expect(try outcome("/item/7", "match") == nil)
        #expect(try outcome("/private/x", "exclude") == nil)
        #expect(try outcome("/help", "no_match") == nil)
        #expect(try outcome("/item/7", "{decision: match, app: ABCDE12345.com.example.shop}") == nil)
        let excluded = try #require(try outcome("/private/x", "match"))
        #expect(excluded.got.text == "exclude" && excluded.decider == "aasa.json" && excluded.rule == "details[0].components[0]")
        let other = try #require(try outcome("/item/7", "{decision: match, app: ABCDE12345.com.example.other}"))
        #expect(other.expected.text == "match for ABCDE12345.com.example.other" && other.why?.text == "the file does not name the app")
        let none = try #require(try outcome("/help", "match"))
        #expect(none.got.text == "no_match" && none.rule == "details[0].components[1]")
        #expect(none.why?.text.hasPrefix("no rule matches; the nearest rule: the path has \"h\"") == true)
    }

    @Test("a host that was asked and gives no file gives its links to no app, and the reason is told")
    func absence() throws {
        let text =
            "links: [{link: 'https://shop.example/7', aasa: match, assetlinks: linked}, {link: 'https://shop.example/7', aasa: no_match}]"
        let (suite, problems) = SuiteReader.read(Array(text.utf8), isOnline: true)
        try #require(problems.isEmpty)
        var fixtures = SuiteFixtures(device: try phone())
        var served = SuiteFixtures.ServedSite()
        served.absences = [.ios: "the server answers with status 404"]
        let site = try #require(WebSite("https://shop.example"))
        fixtures.served[site] = served
        let judge = LinkJudge(suite, fixtures)
        #expect(
            suite.links.map { judge.test($0).failures.map(words) } == [
                [
                    "aasa: expected match, got no_match, because the server answers with status 404",
                    "assetlinks: expected linked, got not_linked, because devices get no file",
                ], [],
            ])
    }

    @Test("each port of a host is judged by the files that it serves")
    func ports() throws {
        let text = "links: [{link: 'https://shop.example/7', aasa: match}, {link: 'https://shop.example:8443/7', aasa: match}]"
        let (suite, problems) = SuiteReader.read(Array(text.utf8), isOnline: true)
        try #require(problems.isEmpty)
        let file = AASAFile(Array(#"{"applinks": {"details": [{"appID": "ABCDE12345.b", "components": [{}]}]}}"#.utf8))
        var served = SuiteFixtures.ServedSite()
        served.aasa = .init(path: "aasa.json", file)
        let site = try #require(WebSite("https://shop.example:8443"))
        var fixtures = SuiteFixtures(device: try phone())
        fixtures.served[site] = served
        let judge = LinkJudge(suite, fixtures)
        #expect(
            suite.links.map { judge.test($0).failures.map(words) } == [
                ["aasa: expected match, got no_match, because devices get no file"], [],
            ])
    }

    @Test("to devices, a link whose host ends in a dot has another host, although the files of the host are asked")
    func finalDot() throws {
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let text = """
            fixtures: {aasa: {shop.example: aasa.json}, assetlinks: {shop.example: links.json}}
            links: [{link: 'https://shop.example./7', aasa: match, assetlinks: linked}]
            """
        let got = try failures(
            text, aasa: #"{"applinks": {"details": [{"appID": "ABCDE12345.b", "components": [{}]}]}}"#,
            assetLinks: """
                [{"include": "https://other.example/links.json"}, {"relation": ["delegate_permission/common.handle_all_urls"],
                  "target": {"namespace": "android_app", "package_name": "a.b", "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
                """)
        #expect(
            got.map(words) == [
                "aasa: expected match, got no_match, because the link's host is shop.example., not the domain that served the file",
                "assetlinks: expected linked, got not_linked, because a.b: the link's host is not the domain that served the file",
            ])
    }

    @Test("an assetlinks.json file of the suite decides, and the statement is named")
    func android() throws {
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let file = """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
            """
        func outcome(_ expectation: String, _ file: String) throws -> TestFailure? {
            try failures(
                "fixtures: {assetlinks: {shop.example: links.json}}\nlinks: [{link: 'https://shop.example/7', assetlinks: \(expectation)}]",
                assetLinks: file
            ).first
        }
        #expect(try outcome("linked", file) == nil)
        #expect(try outcome("{decision: linked, app: com.example.shop, fingerprint: '\(fingerprint)'}", file) == nil)
        #expect(try outcome("{decision: not_linked, app: com.example.other}", file) == nil)
        let linked = try #require(try outcome("not_linked", file))
        #expect(linked.got.text == "linked" && linked.rule == "[0]" && linked.decider == "links.json")
        let other = try #require(try outcome("linked", "[]"))
        #expect(other.got.text == "not_linked" && other.why?.text.hasPrefix("no statement lets an app open this site's links") == true)
        // Neither answer is right while an included file may decide.
        let including = #"[{"include": "https://other.example/links.json"}]"#
        for expectation in ["linked", "not_linked"] { #expect(try outcome(expectation, including)?.got.text == "unknown") }
    }
}
