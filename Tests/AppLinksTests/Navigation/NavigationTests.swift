import AppLinks
import Foundation
import JSONDocument
import Synchronization
import Tasks
import Testing

/// An opener that opens some schemes, and refuses others although it claims to handle them.
struct Schemes: AppOpening {
    var opens: Set<String>
    var refuses: Set<String> = []

    func canOpen(_ url: LinkURL) -> Bool { opens.union(refuses).contains(url.scheme ?? "") }
    func open(_ url: LinkURL) -> Bool { opens.contains(url.scheme ?? "") }
}

@Suite struct NavigationTests {
    private func link(
        _ targets: [String?], web: String? = nil, source: String? = "http://www.example.com/p", isBack: Bool = false
    ) -> AppLink {
        AppLink(
            sourceURL: source.flatMap { LinkURL($0) },
            targets: targets.map { AppLinkTarget(url: $0.flatMap { LinkURL($0) }, appStoreID: nil, appName: nil) },
            webURL: web.flatMap { LinkURL($0) },
            isBackToReferrer: isBack
        )
    }

    private func navigate(_ navigation: AppLinkNavigation, opens: Set<String>) -> NavigationOutcome {
        navigation.navigate { opens.contains($0.scheme ?? "") ? .opened(by: nil) : .noAppClaims }
    }

    @Test(
        arguments: [
            (["a://", "b://"], nil, ["a", "b"], NavigationType.app, ["a://"]),
            (["a://", "b://"], nil, ["b"], .app, ["a://", "b://"]),
            (["a://", nil, "b://"], nil, ["b"], .app, ["a://", nil, "b://"]),
            ([nil], nil, ["a"], .failure, [nil]),
            ([], nil, ["a"], .failure, []),
            ([], "http://w", ["http"], .browser, ["http://w"]),
            (["a://"], "http://w", ["http"], .browser, ["a://", "http://w"]),
            (["a://"], "http://w", [], .failure, ["a://", "http://w"]),
            (["http://t"], nil, ["http"], .app, ["http://t"]),
        ] as [([String?], String?, Set<String>, NavigationType, [String?])])
    func firstThatOpensWins(targets: [String?], web: String?, opens: Set<String>, type: NavigationType, tried: [String?]) {
        let outcome = navigate(AppLinkNavigation(appLink: link(targets, web: web)), opens: opens)
        #expect(outcome.type == type)
        #expect(outcome.attempts.map { $0.url?.absoluteString } == tried)
        #expect(outcome.attempts.filter(\.isTaken).count == (type == .failure ? 0 : 1))
        #expect(outcome.openedURL == outcome.attempts.last.flatMap { $0.isTaken ? $0.outboundURL : nil })
        #expect(outcome.error == nil)
        #expect(outcome.event.arguments["success"] == (type == .failure ? "0" : "1"))
        #expect(outcome.event.arguments["error"] == nil)
        #expect((outcome.event.arguments["outputURL"] == nil) == (type == .failure))
    }

    @Test func moreThanThirtyTwoTargetsAreTried() {
        let targets = (0..<100).map { "t\($0)://" } + ["last://"]
        #expect(navigate(AppLinkNavigation(appLink: link(targets)), opens: ["last"]).attempts.count == 101)
    }

    @Test(arguments: [
        ("demo://", "demo://?", ""), ("demo://?", "demo://?&", ""), ("demo://?a=1", "demo://?a=1&", ""), ("demo://?a&", "demo://?a&&", ""),
        ("demo://open#part", "demo://open?", "#part"), ("demo://open?#", "demo://open?&", "#"), ("demo://o?a#b?c", "demo://o?a&", "#b?c"),
        ("demo:", "demo:?", ""), ("/path", "/path?", ""), ("http://u:p@[::1]:8080", "http://u:p@[::1]:8080?", ""),
        ("file:///a%20b", "file:///a%20b?", ""), ("demo://a b", "", ""), ("demo://h/a b", "demo://h/a%20b?", ""),
        ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC?", ""),
    ])
    func dataStandsAtTheEndOfTheQuery(destination: String, before: String, behind: String) throws {
        guard let url = LinkURL(destination) else {
            #expect(before.isEmpty)
            return
        }
        let built = try AppLinkNavigation(appLink: link([])).outboundURL(for: url).absoluteString
        #expect(built.hasPrefix(before + "al_applink_data=%7B"))
        #expect(built.hasSuffix("%7D" + behind))
    }

    @Test func everythingReservedIsEscaped() throws {
        let extras: JSONValue = ["q": "a&b=c+d#e%20f?g/h;i,j:k@l!$'()*[]{}|\\^`\"<> \u{0}\u{202e}ü"]
        let navigation = AppLinkNavigation(appLink: link([]), extras: extras)
        let url = try navigation.outboundURL(for: try #require(LinkURL("demo://")))
        let value = url.absoluteString.dropFirst("demo://?al_applink_data=".count)
        #expect(value.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%".utf8.contains($0) })
        #expect(IncomingLink(url).extras == extras)
    }

    @Test(
        arguments: [
            (.null, .null, ["user_agent": "linkscope 1.0", "version": "1.0", "target_url": "http://www.example.com/p", "extras": [:]]),
            (
                ["n": 1], ["user_agent": "mine", "version": "9", "target_url": "x", "extras": ["lost": 1], "more": [nil]],
                ["user_agent": "mine", "version": "9", "target_url": "http://www.example.com/p", "extras": ["n": 1], "more": [nil]]
            ),
            (
                [:], ["user_agent": nil, "version": nil],
                ["user_agent": nil, "version": nil, "target_url": "http://www.example.com/p", "extras": [:]]
            ),
        ] as [(JSONValue, JSONValue, JSONValue)])
    func dataThatIsSent(extras: JSONValue, data: JSONValue, sent: JSONValue) throws {
        let navigation = AppLinkNavigation(appLink: link([]), extras: extras, appLinkData: data)
        let url = try navigation.outboundURL(for: try #require(LinkURL("demo://")))
        #expect(IncomingLink(url).document?.root.map { JSONValue($0) } == sent)
    }

    @Test(
        "a navigation that keeps a link's own data sends it as it is written, once; as in Bolts, any other sends it twice",
        arguments: [
            // A link with data that opens an app, or the browser with its target.
            ("a://x?n=1&al_applink_data=%7B%22a%22:1}#f", "https://w.example/p", "a", "a://x?n=1&al_applink_data=%7B%22a%22:1}#f"),
            ("a://x?al_applink_data=%7B}", "https://w.example/p?q=2#f", "https", "https://w.example/p?q=2&al_applink_data=%7B}#f"),
            (
                "a://x?al_applink_data=1&b&al_applink_data=%7B", "https://w.example/", "https",
                "https://w.example/?al_applink_data=1&al_applink_data=%7B"
            ),
            ("a://x?al_applink_data", "https://w.example/?al_applink_data=2", "https", "https://w.example/?al_applink_data=2"),
        ])
    func ownData(target: String, web: String, opens: String, opened: String) throws {
        var navigation = AppLinkNavigation(appLink: link([target], web: web, source: "https://w.example/p"), extras: ["n": 1])
        let url = try #require(navigate(navigation, opens: [opens]).openedURL)
        #expect(IncomingLink(url).extras == ["n": 1])
        navigation.keepsOwnData = true
        #expect(navigate(navigation, opens: [opens]).openedURL?.text == opened)
    }

    @Test("the app that a page leads to gets the data of the web link; without data, that of the navigation")
    func dataOfAWebLink() throws {
        let data = "al_applink_data=%7B%22target_url%22:%22https://w.example/p%22,%22extras%22:%7B%22k%22:%22v%22%7D%7D"
        var navigation = AppLinkNavigation(appLink: link(["a://x"], source: "https://w.example/p?\(data)"))
        navigation.keepsOwnData = true
        #expect(navigate(navigation, opens: ["a"]).openedURL?.text == "a://x?\(data)")
        navigation = AppLinkNavigation(appLink: link(["a://x"]), extras: ["n": 1])
        navigation.keepsOwnData = true
        #expect(navigate(navigation, opens: ["a"]).openedURL.map { IncomingLink($0).extras } == ["n": 1])
    }

    @Test func withoutASourceThereIsNoTarget() throws {
        let navigation = AppLinkNavigation(appLink: link(["a://"], source: nil), appLinkData: ["target_url": "x://y"])
        let outcome = navigate(navigation, opens: ["a"])
        #expect(outcome.openedURL.map { IncomingLink($0).appLinkData?["target_url"] } == .some(nil))
        for key in ["sourceURL", "sourceHost", "sourceURLHost", "sourceScheme"] { #expect(outcome.event.arguments[key] == nil) }
    }

    @Test(
        arguments: [
            (.null, ["a": .number(JSONNumber(Double.nan))], .notExpressible),
            (["a": [.number(JSONNumber(Double.infinity))]], .null, .notExpressible),
            ([1], .null, .extrasNotObject),
            (.null, "text", .dataNotObject),
        ] as [(JSONValue, JSONValue, NavigationError.Code)])
    func dataThatCannotBeSent(extras: JSONValue, data: JSONValue, code: NavigationError.Code) throws {
        let navigation = AppLinkNavigation(appLink: link(["a://"], web: "http://w"), extras: extras, appLinkData: data)
        let outcome = navigation.navigate { _ in
            Issue.record("nothing may be opened")
            return .opened(by: nil)
        }
        #expect(outcome.type == .failure)
        #expect(outcome.error?.code == code)
        #expect(outcome.attempts.count == 2)
        #expect(outcome.event.arguments["error"] == outcome.error?.description)
        #expect(outcome.event.arguments["success"] == "0")
        #expect(navigation.navigationType { _ in true } == .failure)
        let destination = try #require(LinkURL("a://"))
        #expect(throws: NavigationError.self) { try navigation.outboundURL(for: destination) }
    }

    @Test(
        arguments: [
            (["a://", "b://"], nil, ["b"], NavigationType.app), ([nil, "a://"], nil, ["a"], .app), (["a://"], "ftp://w", [], .browser),
            ([], "http://w", [], .browser), (["a://"], nil, [], .failure), ([], nil, ["a"], .failure),
        ] as [([String?], String?, Set<String>, NavigationType)])
    func askingForTheType(targets: [String?], web: String?, present: Set<String>, type: NavigationType) {
        let navigation = AppLinkNavigation(appLink: link(targets, web: web))
        #expect(navigation.navigationType { present.contains($0.scheme ?? "") } == type)
    }

    @Test(
        arguments: [
            ("http://www.example.com/p", "www.example.com", "http"), ("file:///srv/x", nil, "file"), ("demo:x", nil, "demo"),
            ("http://:80/", nil, "http"), ("/p", nil, nil), ("HTTP://[::1]/", "::1", "HTTP"),
            ("http://xn--bcher-kva.example/", "xn--bcher-kva.example", "http"),
        ] as [(String, String?, String?)])
    func theEventNamesTheSource(source: String, host: String?, scheme: String?) {
        let arguments = navigate(AppLinkNavigation(appLink: link(["a://"], source: source)), opens: ["a"]).event.arguments
        #expect(arguments["sourceURL"] == source)
        #expect(arguments["sourceHost"] == host)
        #expect(arguments["sourceURLHost"] == host)
        #expect(arguments["sourceScheme"] == scheme)
        #expect(arguments["outputURLScheme"] == "a")
        #expect(arguments["type"] == "app")
        #expect(arguments["version"] == "1.0")
    }

    @Test(arguments: ["2.0", nil, 7] as [JSONValue])
    func theEventNamesTheProtocolsVersionNotTheDatas(version: JSONValue) {
        let navigation = AppLinkNavigation(appLink: link(["a://"]), appLinkData: ["version": version])
        #expect(navigate(navigation, opens: ["a"]).event.arguments["version"] == "1.0")
    }

    @Test func aBackLinkPostsItsOwnEventWhateverTheOutcome() {
        let navigation = AppLinkNavigation(appLink: link(["a://"], isBack: true))
        #expect(navigate(navigation, opens: ["a"]).event.name == .navigateBack)
        #expect(navigate(navigation, opens: []).event.name == .navigateBack)
    }

    @Test func theDirectLinkIsTheLinkItself() throws {
        let deep = IncomingLink(try appLinkURL("{\"target_url\":\"https://example.com/x\"}"))
        #expect(AppLink.direct(for: deep).targets.map(\.url) == [deep.inputURL])
        #expect(AppLink.direct(for: deep).webURL?.absoluteString == "https://example.com/x")
        #expect(AppLink.direct(for: deep).sourceURL == deep.targetURL)
        let web = IncomingLink(try #require(LinkURL("HTTPS://example.com/x")))
        #expect(AppLink.direct(for: web).targets.isEmpty)
        #expect(AppLink.direct(for: web).webURL == web.inputURL)
        let webWithData = IncomingLink(try appLinkURL("{\"target_url\":\"https://example.com/x\"}", base: "https://example.com/y?"))
        #expect(AppLink.direct(for: webWithData).webURL == webWithData.inputURL)
        #expect(AppLink.direct(for: webWithData).sourceURL == webWithData.targetURL)
        let plain = IncomingLink(try #require(LinkURL("shop://x")))
        #expect(AppLink.direct(for: plain).webURL == nil)
    }
}
