import AppLinks
import Deciding
import LinkLayers
import Tasks
import TestSupport
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("Proxies", .waits, .timeLimit(.minutes(30)))
struct ProxyTests {
    @Test(
        "the environment selects the proxy, by the same rules as for curl",
        arguments: [
            (["http_proxy": "p"], "http://a.example/", "p"), (["http_proxy": "p"], "https://a.example/", nil),
            (["HTTP_PROXY": "p"], "http://a.example/", nil), (["HTTPS_PROXY": "p"], "HTTPS://a.example/", "p"),
            (["all_proxy": "p"], "http://a.example/", "p"), (["ALL_PROXY": "p", "https_proxy": "q"], "https://a.example/", "q"),
            (["http_proxy": ""], "http://a.example/", nil), (["http_proxy": "p", "no_proxy": "*"], "http://a.example/", nil),
            (["http_proxy": "p", "no_proxy": "b.example, a.example"], "http://A.example./", nil),
            (["http_proxy": "p", "NO_PROXY": ".example"], "http://a.example/", nil),
            (["http_proxy": "p", "no_proxy": "example"], "http://an-example/", "p"),
        ] as [([String: String], String, String?)])
    func rules(environment: [String: String], url: String, proxy: String?) throws {
        #expect(ProxyRules(environment: environment).proxy(for: try link(url)) == proxy)
    }

    @Test(
        "the password of a proxy is not shown",
        arguments: [("http://me:pw@proxy:3128", "http://proxy:3128"), ("me:p@w@proxy", "proxy"), ("proxy:1", "proxy:1")])
    func shown(proxy: String, shown: String) {
        #expect(ProxyRules.shown(proxy) == shown)
    }

    @Test("a public target is fetched through a proxy on loopback; the page names the proxy")
    func asked() async throws {
        let proxy = try PageServer(["http://page.test/": .page("by proxy")])
        let fetcher = fetcher { settings in
            settings.environment = ["http_proxy": proxy.url("")]
            settings.resolve = ["page.test:80:93.184.216.34"]
        }
        let page = try await fetcher.page(.page(try link("http://page.test/")))
        #expect(String(decoding: page.body, as: UTF8.self) == "by proxy")
        #expect(page.proxy == proxy.url(""))
        #expect(page.hops.first?.remoteAddress == "127.0.0.1")
    }

    @Test(
        "a private target is not requested from the proxy, however it is spelled",
        arguments: [
            "10.0.0.1", "127.0.0.1", "localhost", "127.0.0.1.", "localhost.", "LOCALHOST.", "a.localhost", "127.1", "2130706433", "0x7f.1",
            "0177.0.0.1", "0x7f.1.", "[::1]", "[::ffff:127.0.0.1]", "%31%32%37.0.0.1", "%31%32%37.0.0.1.", "１２７.0.0.1", "127。0。0。1",
            "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1", "127%E3%80%820.0.1", "ⓛocalhost", "[::1%25lo]", "[fd00::1%25lo]", "[fe80::1%25nowhere]",
        ])
    func privateTarget(host: String) async throws {
        let proxy = try PageServer(["*": .page("")])
        let fetcher = fetcher { $0.environment = ["http_proxy": proxy.url("")] }
        let failure = try await fetcher.failure(.page(try link("http://\(host)/")))
        #expect(failure.problem.code == "refused-address")
        #expect(try proxy.requests().isEmpty)
    }

    @Test("a target whose name cannot be resolved here is left to the proxy")
    func unknownTarget() async throws {
        let proxy = try PageServer(["http://nothing.invalid/": .page("known there")])
        let fetcher = fetcher { $0.environment = ["http_proxy": proxy.url("")] }
        #expect(try await fetcher.page(.page(try link("http://nothing.invalid/"))).status == 200)
    }

    @Test("if the proxy cannot be reached, the error says so")
    func dead() async throws {
        let closed = try PageServer([:]).url("")
        let fetcher = fetcher { $0.environment = ["http_proxy": closed] }
        #expect(try await fetcher.failure(.test("http://page.test/")).problem.code == "proxy-failed")
    }
}
