import AppLinks
import Deciding
import HTTPTransport
import JSONDocument
import LinkLayers
import Tasks
import TestSupport
import Testing

@testable import Web

@Suite("Requests of a page", .waits, .timeLimit(.minutes(30)))
struct PageRequestsTests {
    @Test("a request is sent as the browser made it, and its answer is decompressed and has no connection fields")
    func page() async throws {
        let server = try PageServer([
            "/a?b": .answer(200, ["Connection: keep-alive", "X-Own: 1", "Set-Cookie: a=1", "Set-Cookie: b=2"], Array("hello".utf8))
        ])
        let requests = try requests(permissions: .anyAddress)
        let answer = await requests.get(
            server.url("/a?b"), fields: [.init("User-Agent", "Browser/1"), .init("Cookie", "c=3"), .init("X-Empty", "")])
        let fields: [FetchedPage.Field] = [.init("X-Own", "1"), .init("Set-Cookie", "a=1"), .init("Set-Cookie", "b=2")]
        #expect(answer == .response(status: 200, fields: fields, body: Array("hello".utf8)))
        let request = try #require(try server.requests().first)
        #expect(request.header("User-Agent") == "Browser/1" && request.header("Cookie") == "c=3" && request.header("X-Empty") == "")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
        #expect(requests.tally.requests == 1 && requests.received > 5 && requests.tally.limit == nil)
    }

    @Test("methods and bodies are sent as the page made them", arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func methods(method: String) async throws {
        let server = try PageServer(["*": .page("x")])
        let requests = try requests(permissions: .anyAddress)
        let body: [UInt8] = method == "POST" || method == "PUT" ? [0, 255, 10, 0] : []
        _ = await requests.get(server.url("/"), method: method, body: body)
        // A second request on the same connection has nothing left over from the first.
        _ = await requests.get(server.url("/after"))
        let sent = try server.requests()
        #expect(sent.map(\.method) == [method, "GET"] && sent.map(\.body) == [body, []])
        #expect(sent.allSatisfy { $0.header("Content-Type") == nil && $0.header("Expect") == nil })
    }

    @Test("a HEAD request is answered without a body")
    func head() async throws {
        let server = try PageServer(["/": .init(.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Own: 1\r\n\r\n"))])
        let answer = await (try requests(permissions: .anyAddress)).get(server.url("/"), method: "HEAD")
        #expect(answer == .response(status: 200, fields: [.init("X-Own", "1")], body: []))
    }

    @Test("a redirect is returned to the browser, which makes the next request")
    func redirect() async throws {
        let server = try PageServer(["/": .redirect(to: "http://10.0.0.1/"), "*": .page("")])
        let answer = await (try requests(permissions: .anyAddress)).get(server.url("/"))
        #expect(answer == .response(status: 302, fields: [.init("Location", "http://10.0.0.1/")], body: []))
    }

    @Test(
        "addresses that are not public are refused before connecting",
        arguments: [
            "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost", "10.0.0.1", "169.254.169.254", "192.168.0.1", "[fd00::1]",
            "[fe80::1]", "100.64.0.1",
        ])
    func refused(host: String) async throws {
        let server = try PageServer(["*": .page("")])
        let requests = try requests()
        #expect(await requests.get("http://\(host):\(server.port)/") == .failure(.addressUnreachable))
        #expect(await requests.get("https://\(host):\(server.port)/") == .failure(.addressUnreachable))
        #expect(try server.requests().isEmpty)
        #expect(requests.tally.refusals.count == 1 && requests.tally.refusals.first?.kind != nil)
    }

    @Test("a public name that resolves to a private address is refused")
    func rebound() async throws {
        let server = try PageServer(["*": .page("")])
        var settings = FetchSettings()
        settings.resolve = ["page.test:\(server.port):127.0.0.1"]
        let requests = try requests(settings: settings)
        #expect(await requests.get("http://page.test:\(server.port)/") == .failure(.addressUnreachable))
        #expect(requests.tally.refusals == [.init(host: "page.test", address: "127.0.0.1", .loopback)])
        #expect(try server.requests().isEmpty)
    }

    @Test("ports of other services are refused for any address, but the page's own port is allowed")
    func ports() async throws {
        for port in [1, 22, 25, 110, 445, 1023] {
            #expect(await (try requests(permissions: .anyAddress)).get("http://127.0.0.1:\(port)/") == .failure(.blocked))
        }
        let requests = try requests("http://page.example:81/", permissions: .anyAddress)
        // Something may listen on this port.
        #expect(await requests.get("http://127.0.0.1:81/") != .failure(.blocked))
    }

    @Test("other schemes are blocked", arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "ws://127.0.0.1/", "chrome://version/", ""])
    func schemes(url: String) async throws {
        let requests = try requests(permissions: .anyAddress)
        #expect(await requests.get(url) == .failure(.blocked))
        #expect(requests.tally.requests == 0)
    }

    @Test("a server that does not answer, and an unknown host name")
    func unreachable() async throws {
        let requests = try requests(permissions: .anyAddress)
        let server = try PageServer(["/": .init(.close)])
        #expect(await requests.get(server.url("/")) == .failure(.failed))
        #expect(await requests.get("http://nothing.invalid/") == .failure(.nameNotResolved))
    }

    @Test("public addresses are requested through the user's proxy, with its password; private ones never are")
    func proxy() async throws {
        let upstream = try PageServer(["http://page.test/a": .page("by proxy")])
        var settings = FetchSettings()
        settings.environment = ["all_proxy": "http://me:pw@127.0.0.1:\(upstream.port)"]
        settings.resolve = ["page.test:80:93.184.216.34", "inner.test:80:10.0.0.1"]
        let requests = try requests(settings: settings)
        let answer = await requests.get("http://page.test/a")
        #expect(answer == .response(status: 200, fields: [.init("Content-Type", "text/html; charset=utf-8")], body: Array("by proxy".utf8)))
        for url in ["http://127.0.0.1:8080/", "http://169.254.169.254/", "http://inner.test/"] {
            #expect(await requests.get(url) == .failure(.addressUnreachable))
        }
        #expect(try upstream.requests().map { $0.header("Proxy-Authorization") } == ["Basic bWU6cHc="])
        #expect(requests.tally.refusals.map(\.host) == ["127.0.0.1", "169.254.169.254", "inner.test"])
    }

    // MARK: Limits

    @Test("the decompressed bytes of all answers to a page are limited")
    func bytes() async throws {
        let endless = PageAnswer(.send(PageAnswer.head(200, [])), .repeat(Array(repeating: 0x78, count: 1 << 16), 1_000_000))
        let bomb = PageAnswer(.send(PageAnswer.head(200, ["Content-Encoding: gzip"])), .gzip(zeros: 64 << 20), .close)
        let server = try PageServer(["/endless": endless, "/bomb": bomb, "/small": .page("small")])
        for start in ["/endless", "/bomb"] {
            let requests = try requests(permissions: .anyAddress) { $0.networkBytes = 1 << 20 }
            #expect(await requests.get(server.url(start)) == .failure(.failed))
            #expect(await requests.get(server.url("/small")) == .failure(.blocked))
            #expect(requests.tally.limit == .bytes && requests.received < 2 << 20)
        }
    }

    @Test("bytes that the page sends count too")
    func sent() async throws {
        let requests = try requests(permissions: .anyAddress) { $0.networkBytes = 100_000 }
        #expect(
            await requests.get("http://127.0.0.1:1024/", method: "POST", body: Array(repeating: 0, count: 100_001)) == .failure(.blocked))
        #expect(requests.tally.limit == .bytes)
    }

    @Test("the requests and the hosts of a page are limited")
    func counts() async throws {
        let server = try PageServer(["*": .page("x")])
        let few = try requests(permissions: .anyAddress) { $0.requests = 3 }
        var blocked: [Bool] = []
        for number in 0..<5 { blocked.append(await few.get(server.url("/\(number)")) == .failure(.blocked)) }
        #expect(blocked == [false, false, false, true, true] && few.tally.limit == .requests)
        #expect(try server.requests().count == 3)
        let hosts = try requests { $0.hosts = 2 }
        var answers: [RequestAnswer] = []
        for number in 0..<4 { answers.append(await hosts.get("http://name\(number).invalid/")) }
        #expect(answers == [.failure(.nameNotResolved), .failure(.nameNotResolved), .failure(.blocked), .failure(.blocked)])
        #expect(hosts.tally.limit == .hosts)
    }

    @Test("the request to a silent server times out")
    func silent() async throws {
        let server = try PageServer(["/": .init(.hold)])
        let requests = try requests(permissions: .anyAddress) { $0.requestTime = .milliseconds(100) }
        #expect(await requests.get(server.url("/")) == .failure(.timedOut))
    }

    private func requests(
        _ page: String = "http://page.example/", permissions: FetchPermissions = .none, settings: FetchSettings = FetchSettings(),
        _ change: (inout ScriptLimits) -> Void = { _ in }
    ) throws -> PageRequests {
        var limits = ScriptLimits()
        change(&limits)
        return PageRequests(of: try link(page), permissions: permissions, settings: settings, limits: limits)
    }
}

extension PageRequests {
    /// Sends one request and returns its answer.
    fileprivate func get(
        _ url: String, method: String = "GET", fields: [FetchedPage.Field] = [], body: [UInt8] = []
    ) async -> RequestAnswer {
        let promise = Promise<FetchedPage>()
        let request = PausedRequest(id: "1", method: method, url: url, fields: fields, body: body)
        if let refusal = send(request, { promise.trySet(outcome: $0) }) { return refusal }
        return answer(await promise.future.settled())
    }
}

@Suite("Paused requests of the browser")
struct PausedRequestTests {
    @Test("the pieces of the body are joined, and fields that the fetcher sets itself are removed")
    func parsed() throws {
        let request = try #require(PausedRequest(JSONDocument(Array(Self.text.utf8)).root))
        #expect(request.id == "interception-job-1.0" && request.method == "POST" && request.url == "http://a.example/x?y")
        #expect(request.fields == [.init("Accept", "*/*"), .init("Accept-Language", "en-US,en;q=0.9")])
        #expect(request.body == Array("ab".utf8) + [0, 255])
        #expect(PausedRequest(nil) == nil && PausedRequest(JSONDocument(Array(#"{"requestId":"1"}"#.utf8)).root) == nil)
    }

    private static let text = #"""
        {"requestId": "interception-job-1.0", "request": {"url": "http://a.example/x?y", "method": "POST", "headers":
        {"Accept": "*/*", "Content-Length": "4", "Host": "b.example", "Bad Name": "x", "X-Split": "a\r\nHost: c.example"},
        "hasPostData": true, "postDataEntries": [{"bytes": "YWI="}, {}, {"bytes": "AP8="}]}}
        """#

    @Test("an answer has no fields about the connection or the encoding, and no invalid ones")
    func answered() throws {
        let fields: [FetchedPage.Field] = [
            .init("Content-Type", "a/b"), .init("content-encoding", "gzip"), .init("Content-Length", "9"), .init("Bad Name", "x"),
        ]
        let page = FetchedPage(
            requested: try link("http://a.example/"), url: try link("http://a.example/"), status: 201, fields: fields, body: [1, 2])
        let answer = RequestAnswer(.success(page))
        #expect(answer.command(for: "7").method == "Fetch.fulfillRequest")
        let expected: JSONValue = [
            "requestId": "7", "responseCode": 201, "responseHeaders": [["name": "Content-Type", "value": "a/b"]], "body": "AQI=",
        ]
        #expect(answer.command(for: "7").parameters == expected)
        let failure = RequestAnswer(.failure(.unknownHost("a.example"))).command(for: "7")
        #expect(failure.method == "Fetch.failRequest")
        #expect(failure.parameters == ["requestId": "7", "errorReason": "NameNotResolved"])
    }
}
