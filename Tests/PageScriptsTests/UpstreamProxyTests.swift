import Fetching
import Pages
import TestSupport
import Testing

@testable import PageScripts

@Suite("A proxy of the environment behind ours", .timeLimit(.minutes(10)))
struct UpstreamProxyTests {
    @Test(
        "how it is written",
        arguments: [
            ("http://proxy:3128", "proxy", 3128, nil), ("proxy", "proxy", 1080, nil), ("HTTP://[::1]:8080/", "::1", 8080, nil),
            ("http://me:p%40w@proxy:1", "proxy", 1, "Basic bWU6cEB3"),
        ])
    func forms(text: String, host: String, port: Int, authorization: String?) throws {
        let proxy = try UpstreamProxy(text)
        #expect(proxy.host == host && proxy.port == port && proxy.authorization == authorization)
    }

    @Test("one that speaks something else is named, without its password, before anything is started", arguments: ["socks5", "https"])
    func unsupported(scheme: String) throws {
        let rules = ProxyRules(environment: ["all_proxy": "\(scheme)://me:pw@proxy:1"])
        #expect(throws: ScriptProblem.proxy("\(scheme)://proxy:1")) { try UpstreamProxy.check(rules) }
    }

    @Test("it is asked for what is public, with its password, at an address that is its own affair")
    func asked() async throws {
        let upstream = try PageServer([
            "http://page.test/a": .page("by proxy"), "page.test:443": .init(.send("HTTP/1.1 200 OK\r\n\r\nraw"), .close),
        ])
        let proxy = try RunningProxy(settings(upstream))
        #expect(try proxy.get("http://page.test/a", "Cookie: x").hasSuffix("by proxy"))
        #expect(try proxy.ask("CONNECT page.test:443 HTTP/1.1\r\n\r\n") == "HTTP/1.1 200 OK\r\n\r\nraw")
        let requests = try upstream.requests()
        #expect(requests.map(\.target) == ["http://page.test/a", "page.test:443"])
        #expect(requests.map { $0.header("Proxy-Authorization") } == ["Basic bWU6cHc=", "Basic bWU6cHc="])
    }

    @Test("for a target that is private it is not asked; for one that nobody knows here it is")
    func targets() async throws {
        let upstream = try PageServer(["http://nothing.invalid/": .page("known there")])
        let proxy = try RunningProxy(settings(upstream))
        for url in ["http://127.0.0.1:8080/", "http://169.254.169.254/", "http://inner.test/"] {
            #expect(try proxy.get(url).hasPrefix("HTTP/1.1 403"))
        }
        #expect(try proxy.get("http://nothing.invalid/").hasSuffix("known there"))
        #expect(try upstream.requests().count == 1)
        #expect(try await proxy.end().refusals.map(\.host) == ["127.0.0.1", "169.254.169.254", "inner.test"])
    }

    private func settings(_ upstream: PageServer) -> FetchSettings {
        var settings = FetchSettings()
        settings.environment = ["all_proxy": "http://me:pw@127.0.0.1:\(upstream.port)"]
        settings.resolve = ["page.test:80:93.184.216.34", "inner.test:80:10.0.0.1"]
        return settings
    }
}
