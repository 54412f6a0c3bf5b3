import AppLinks
import Fetching
import Pages
import Tasks
import TestSupport
import Testing

@testable import PageScripts

@Suite("The proxy of a page's scripts", .timeLimit(.minutes(10)))
struct ScriptProxyTests {
    @Test("a page is asked for in the browser's place, and the connection closed behind it")
    func page() async throws {
        let server = try PageServer(["/a?b": .answer(200, ["Connection: keep-alive", "X-Own: 1"], Array("hello".utf8))])
        let proxy = try RunningProxy(allowsPrivate: true)
        let answer = try proxy.get(server.url("/a?b"), "Proxy-Connection: keep-alive", "Accept: */*")
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("X-Own: 1\r\n") && answer.hasSuffix("\r\n\r\nhello"))
        #expect(answer.contains("Connection: close") && !answer.contains("keep-alive"))
        let request = try #require(try server.requests().first)
        #expect(request.header("Host") == "127.0.0.1:\(server.port)" && request.header("Accept") == "*/*")
        #expect(request.header("Proxy-Connection") == nil && request.header("Connection") == "close")
        let tally = try await proxy.end()
        #expect(tally.requests == 1 && tally.received > 5)
    }

    @Test(
        "who does not show the password of this run gets 407 and nothing else",
        arguments: [
            "", "Proxy-Authorization: Basic bGlua3Njb3BlOg==", "Proxy-Authorization: Bearer x", "Proxy-Authorization: ",
            "Authorization: PASS", "Proxy-Authorization: PASS PASS", "Proxy-Authorization: PASS\r\nProxy-Authorization: PASS",
        ])
    func stranger(shown: String) async throws {
        let server = try PageServer(["*": .page("secret")])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.requests = 1 }
        let field = shown.replacing("PASS", with: proxy.pass.authorization) + (shown.isEmpty ? "" : "\r\n")
        for line in ["GET \(server.url("/"))", "CONNECT 127.0.0.1:\(server.port)", "GET \(proxy.pass.url)", "GET http://10.0.0.1/"] {
            let answer = try proxy.ask("\(line) HTTP/1.1\r\n\(field)\r\n", isStranger: true)
            #expect(answer.hasPrefix("HTTP/1.1 407 ") && answer.hasSuffix("\r\n\r\n"))
            #expect(answer.contains("Proxy-Authenticate: Basic realm="))
        }
        #expect(try server.requests().isEmpty)
        // Nor has it used up what the page may ask for.
        #expect(try proxy.get(server.url("/")).hasSuffix("secret"))
        let tally = try await proxy.end()
        #expect(tally.requests == 1 && tally.refusals.isEmpty)
        #expect(try server.requests().first?.header("Proxy-Authorization") == nil)
    }

    @Test("who shows it and asks for the proxy's own name is told that there is nothing to show")
    func greeting() async throws {
        let proxy = try RunningProxy()
        #expect(try proxy.get(proxy.pass.url) == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        #expect(try await proxy.end().requests == 0)
    }

    @Test("what a request sends is all that is sent: another one behind it goes nowhere")
    func smuggling() async throws {
        let server = try PageServer(["/": .page("first"), "*": .page("second")])
        let proxy = try RunningProxy(allowsPrivate: true)
        let second = "GET http://127.0.0.1:\(server.port)/second HTTP/1.1\r\n\r\n"
        let refused = try proxy.ask("GET \(server.url("/")) HTTP/1.1\r\n\r\n\(second)")
        #expect(refused.hasPrefix("HTTP/1.1 400"))
        let posted = try proxy.ask("POST \(server.url("/")) HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")
        #expect(posted.hasPrefix("HTTP/1.1 200"))
        #expect(!(try server.requests().map(\.target)).contains("/second"))
    }

    @Test("a tunnel carries what its ends say: TLS, checked by whoever asks")
    func tunnel() async throws {
        let authority = try PageServer.authority()
        let server = try PageServer(["/": .page("secret")], isSecure: true)
        let proxy = try RunningProxy(allowsPrivate: true)
        let fetcher = fetcher { settings in
            settings.environment = ["https_proxy": "http://\(proxy.pass.user):\(proxy.pass.password)@127.0.0.1:\(proxy.port)"]
            settings.certificates = authority
        }
        let page = try await fetcher.fetch(.page(link(server.url("/")), allowsPrivate: true)).value
        #expect(String(decoding: page.body, as: UTF8.self) == "secret")
        #expect(page.hops.first?.tls != nil)
        #expect(try await proxy.end().requests == 1)
    }

    @Test(
        "addresses that are not public are refused before connecting, in tunnels as for pages",
        arguments: [
            "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1", "2130706433", "017700000001", "localhost", "10.0.0.1",
            "169.254.169.254", "192.168.0.1", "[fd00::1]", "[fe80::1]", "100.64.0.1",
        ])
    func refused(host: String) async throws {
        let (listener, port) = try ProxySocket.bound(listens: true)
        let proxy = try RunningProxy()
        #expect(try proxy.get("http://\(host):\(port)/").hasPrefix("HTTP/1.1 403"))
        #expect(try proxy.ask("CONNECT \(host):\(port) HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 403"))
        #expect(ProxySocket.accept(listener) == nil)
        let tally = try await proxy.end()
        #expect(tally.refusals.count == 1 && tally.refusals.first?.kind != nil)
        #expect(tally.received == 0)
    }

    @Test("a name of the Internet is refused by its address; one of several is enough")
    func rebound() async throws {
        let server = try PageServer(["*": .page("")])
        var settings = FetchSettings()
        settings.resolve = ["page.test:80:93.184.216.34", "page.test:80:127.0.0.1"]
        let proxy = try RunningProxy(settings)
        #expect(try proxy.get("http://page.test:\(server.port)/").hasPrefix("HTTP/1.1 403"))
        #expect(try await proxy.end().refusals == [.init(host: "page.test", address: "127.0.0.1", .loopback)])
        #expect(try server.requests().isEmpty)
    }

    @Test("ports of other services are refused, whatever the address; the page's own is not")
    func ports() async throws {
        let rule = TargetRule(allowsPrivate: true, pagePort: 81, ownPort: 4000)
        #expect([80, 81, 443, 1024, 8080, 65535].allSatisfy { rule.allows(port: $0) })
        #expect(![1, 22, 25, 110, 445, 1023, 4000].contains { rule.allows(port: $0) })
        let proxy = try RunningProxy(allowsPrivate: true)
        for url in ["http://127.0.0.1:22/", "http://127.0.0.1:\(proxy.port)/"] { #expect(try proxy.get(url).hasPrefix("HTTP/1.1 403")) }
    }

    @Test(
        "what is no request is answered as such, and nobody is asked",
        arguments: [
            ("GET https://127.0.0.1/ HTTP/1.1\r\n\r\n", "400"), ("GET ftp://127.0.0.1/ HTTP/1.1\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "400"), ("\u{16}\u{3}\u{1}\n\n", "400"), ("\n\n", "400"),
            ("GET http://a/ HTTP/1.1\r\nA: \(String(repeating: "x", count: 70_000))", "431"),
        ])
    func nonsense(text: String, status: String) async throws {
        let proxy = try RunningProxy(allowsPrivate: true)
        #expect(try proxy.ask(text).hasPrefix("HTTP/1.1 \(status)"))
        #expect(try await proxy.end().requests == 0)
    }

    @Test("a head that never ends is waited for so long and no longer")
    func slowHead() async throws {
        let proxy = try RunningProxy { $0.headTime = .milliseconds(100) }
        #expect(try proxy.ask("GET http://a.example/ HT").isEmpty)
        #expect(try proxy.ask("").isEmpty)
    }

    @Test(
        "answers that are none end as one of ours",
        arguments: [
            PageAnswer(.send("nonsense\r\n\r\n")), PageAnswer(.send("HTTP/1.1 200 OK\r\nA: b"), .close), PageAnswer(.close),
            PageAnswer(.send("HTTP/1.1 200 OK\r\n"), .repeat(Array("X: y\r\n".utf8), 1_000_000)),
            PageAnswer(.repeat(Array("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8), 100_000)),
            PageAnswer(.send("HTTP/1.1 407 Password\r\nProxy-Authenticate: Basic\r\n\r\n")),
        ])
    func lies(answer: PageAnswer) async throws {
        let server = try PageServer(["/": answer])
        let proxy = try RunningProxy(allowsPrivate: true)
        #expect(try proxy.get(server.url("/")).hasPrefix("HTTP/1.1 502"))
    }

    @Test("interim answers are passed over, and a page that is cut is passed on as far as it came")
    func interim() async throws {
        let server = try PageServer([
            "/": .init(
                .send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
                .close)
        ])
        let proxy = try RunningProxy(allowsPrivate: true)
        #expect(
            try proxy.get(server.url("/")) == "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nabc")
    }

    @Test("nobody there, and a name that nobody knows")
    func unreachable() async throws {
        let (_, port) = try ProxySocket.bound(listens: false)
        let proxy = try RunningProxy(allowsPrivate: true)
        #expect(try proxy.get("http://127.0.0.1:\(port)/").hasPrefix("HTTP/1.1 502"))
        #expect(try proxy.get("http://nothing.invalid/").hasPrefix("HTTP/1.1 502"))
        #expect(try proxy.ask("CONNECT nothing.invalid:443 HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 502"))
    }
}
