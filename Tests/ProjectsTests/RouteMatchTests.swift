import Deciding
import TestSupport
import Testing

@testable import Projects

@Suite("The route of a link")
struct RouteMatchTests {
    private func router(_ kind: Router.Kind, _ patterns: [String], prefixes: [String] = [], isCertain: Bool = true) -> Router {
        let place = SourcePlace("a", line: 1)
        var router = Router(kind, apps: ["app"])
        router.routes = patterns.map { pattern in
            [.deepLinkDispatch, .navigation].contains(kind)
                ? Route(pattern, isWholeLink: true, on: [.android], at: place) : Route(path: pattern, on: [.android], at: place)
        }
        router.prefixes = prefixes.map { .init("prefix", $0, at: place) }
        router.isCertain = isCertain
        return router
    }

    /// Describes a match: `/item/:id id=7`.
    private func match(_ link: String, _ router: Router) -> String {
        switch router.match(link) {
        case .route(let route, let values):
            ([route.pattern] + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
        case .none: "none"
        case .ignored: "ignored"
        case .unknown: "unknown"
        }
    }

    @Test(
        "18: the Navigation library compares whole links, ignoring case",
        arguments: [
            ("https://a.example/BOOK/1", "https://a.example/book/{id} id=1"), ("https://a.example/book/1/2", "none"),
            ("https://a.example/book/", "none"),
            ("https://a.example/book/1?x=y#z", "https://a.example/book/{id} id=1"), ("http://b.example/any/thing", "b.example/.*"),
            ("app://b.example/any", "none"), ("https://c.example/q?id=7", "https://c.example/q?id={id} id=7"),
            ("https://c.example/q", "unknown"),
            ("https://d.example/x-7", "https://d.example/x-{n} n=7"), ("Lightning:lnbc1", "lightning:{data} data=lnbc1"),
            ("bitcoin:lnbc1", "none"), ("https:b.example/any", "none"), ("http:", "none"),
        ])
    func navigation(link: String, expected: String) {
        let patterns = [
            "https://a.example/book/{id}", "b.example/.*", "https://c.example/q?id={id}", "https://d.example/x-{n}", "lightning:{data}",
        ]
        #expect(match(link, router(.navigation, patterns)) == expected)
    }

    @Test(
        "21: DeepLinkDispatch compares scheme, host and path, never the query",
        arguments: [
            ("https://SHOP.example/p/42", "https://shop.example/p/{id} id=42"),
            ("https://shop.example/p/cart?x=1", "https://shop.example/p/cart"),
            ("https://shop.example/P/42", "none"), ("http://m.a.example/x", "http{s(|s)}://{h(|m\\.)}a.example/x h=m."),
            ("https://a.example/x", "http{s(|s)}://{h(|m\\.)}a.example/x s=s"), ("shop://<x>", "none"), ("shop://seg/1", "unknown"),
        ])
    func deepLinkDispatch(link: String, expected: String) {
        let patterns = [
            "https://shop.example/p/{id}", "https://shop.example/p/cart", #"http{s(|s)}://{h(|m\.)}a.example/x"#, "shop://<x>/{id}",
        ]
        #expect(match(link, router(.deepLinkDispatch, patterns)) == expected)
    }

    @Test(
        "39, 40: expo-router takes the host of a custom scheme as a segment; text, parameter, rest",
        arguments: [
            ("acme://product/7", "/product/:id id=7"), ("https://acme.example/product/7/", "/product/:id id=7"),
            ("acme:///settings", "/settings"),
            ("acme://settings?x", "/settings"), ("https://acme.example/docs/a/b", "/docs/*slug slug=a/b"),
            ("https://acme.example/docs", "none"),
            ("https://acme.example", "/"), ("acme://", "/"), ("https://acme.example/product/new", "/product/new"),
            ("https://acme.example/Settings", "none"),
            ("https://acme.example/product/a%20b", "/product/:id id=a b"),
        ])
    func expoRouter(link: String, expected: String) {
        #expect(match(link, router(.expoRouter, ["/", "/settings", "/product/:id", "/product/new", "/docs/*slug"])) == expected)
    }

    @Test(
        "41, 42: React Navigation looks at its prefixes, then at the path",
        arguments: [
            ("chatter://room/12", "/room/:id id=12"), ("https://chat.example/room/12", "/room/:id id=12"), ("https://chat.example", "/"),
            ("https://chat.example/", "/"), ("https://chat.example.org/room/1", "ignored"), ("http://chat.example/room/1", "ignored"),
            ("https://x.wild.example/u/Ann", "/u/:name/:tab? name=Ann"), ("https://x.y.wild.example/u/Ann", "ignored"),
            ("chatter://u/Ann/posts", "/u/:name/:tab? name=Ann tab=posts"), ("https://chat.example/n/12", "/n/:n n=12"),
            ("https://chat.example/n/x", "/* =n/x"),
            ("https://chat.example/base/room/1", "/* =base/room/1"), ("https://base.example/app/room/1", "/room/:id id=1"),
            ("https://base.example/room/1", "ignored"),
        ])
    func reactNavigation(link: String, expected: String) {
        let prefixes = ["chatter://", "https://chat.example", "https://*.wild.example", "https://base.example/app"]
        let patterns = ["", "room/:id", "u/:name/:tab?", #"n/:n(\d+)"#, "*"]
        #expect(match(link, router(.reactNavigation, patterns, prefixes: prefixes)) == expected)
    }

    @Test("42: a path of nothing is no rest; any prefix")
    func rest() {
        #expect(match("app://", router(.reactNavigation, ["*"], prefixes: ["*"])) == "none")
        #expect(match("app://x/a", router(.reactNavigation, ["a"], prefixes: ["*"])) == "/a")
    }

    @Test(
        "45, 46: go_router looks at the path alone, and takes the first route",
        arguments: [
            ("https://t.example/trip/7", "/trip/:id id=7"), ("app://trip/7", "none"), ("app://any/trip/7/", "/trip/:id id=7"),
            ("app:///trip/7", "/trip/:id id=7"),
            ("https://t.example/trip/new", "/trip/:id id=new"), ("https://t.example/TRIP/7", "none"), ("https://t.example", "/"),
            ("app://x", "/"),
            ("https://t.example/y/2024", "/y/:year year=2024"), ("https://t.example/y/24", "none"),
        ])
    func goRouter(link: String, expected: String) {
        #expect(match(link, router(.goRouter, ["/", "/trip/:id", "/trip/new", #"/y/:year([0-9]{4})"#])) == expected)
    }

    @Test(
        "48: Cordova compares web links, with stars, and hands other links to code",
        arguments: [
            ("https://n.example/story/1?q=1", "/story/*"), ("https://n.example/show", "/show"), ("https://n.example/shows", "none"),
            ("newsapp://story/1", "unknown"),
        ])
    func cordova(link: String, expected: String) { #expect(match(link, router(.cordova, ["/story/*", "/show"])) == expected) }

    @Test("code, and routers that may have other routes, are unknown")
    func unknown() {
        #expect(match("https://a.example/x", router(.code, [])) == "unknown")
        #expect(match("https://a.example/x", router(.goRouter, ["/y"], isCertain: false)) == "unknown")
        #expect(match("https://a.example/y", router(.goRouter, ["/y"], isCertain: false)) == "/y")
        #expect(match("https://a.example/ab", router(.goRouter, ["/:x((a|b)+)"])) == "unknown")
    }

    @Test(
        "regular expressions of parameters",
        arguments: [
            (#"\d+"#, "12", true), (#"\d+"#, "1x", false), ("[a-f0-9]{2,3}", "af", true), ("[a-f0-9]{2,3}", "afaf", false),
            ("new|edit", "edit", true),
            ("new|edit", "edits", false), (".*", "a", true), ("[^0-9]+", "ab", true), ("[^0-9]+", "a1", false), (#"\w+?"#, "a_1", true),
            ("a?b", "b", true),
        ])
    func expressions(expression: String, value: String, matches: Bool) {
        #expect(match("https://a.example/\(value)", router(.goRouter, ["/:x(\(expression))"])) == (matches ? "/:x x=\(value)" : "none"))
    }

    @Test(
        "hostile links and patterns end",
        arguments: [Router.Kind.navigation, .deepLinkDispatch, .expoRouter, .reactNavigation, .goRouter, .cordova, .code])
    func hostile(kind: Router.Kind) {
        let many = Effort.size(40, long: 200)
        let long = String(repeating: "a", count: 300)
        let patterns = [
            String(repeating: "/:a?", count: many), String(repeating: "*", count: many), String(repeating: "{a(|b)}", count: many / 2), "",
            ":",
            "{", "(", "://", "a{b", "/:x(", "/:x({9999999999999999999999})", "/:(a)", "/:x({2,1})",
        ]
        let router = router(kind, patterns, prefixes: ["", "*", "://", "a://*.*"])
        for link in [
            "", ":", "://", "a:", "?", "#", "https://" + long, "https://a/" + long + "/" + long, "%", "https://a/%FF%", "//", "https://é/é",
        ] {
            _ = router.match(link)
        }
    }
}
