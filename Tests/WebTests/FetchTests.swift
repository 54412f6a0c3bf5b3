import AppLinks
import Deciding
import Foundation
import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

@Suite("Fetching pages", .waits, .timeLimit(.minutes(30)))
struct FetchTests {
    @Test("a page has its status, headers and bytes, and one hop")
    func page() async throws {
        let server = try PageServer(["/page?x=1": .answer(200, ["Content-Type: text/html", "X-Two:  b c "], Array("<p>Hello".utf8))])
        let page = try await fetcher().page(.test(server.url("/page?x=1#part")))
        #expect(String(decoding: page.body, as: UTF8.self) == "<p>Hello")
        #expect(page.status == 200)
        #expect(page.field("x-two") == "b c")
        #expect(page.contentType?.isHTML == true)
        #expect(page.requested.absoluteString == server.url("/page?x=1#part"))
        #expect(page.hops.map(\.status) == [200])
        #expect(page.hops.first?.remoteAddress == "127.0.0.1")
        #expect((page.hops.first?.milliseconds ?? 0) > 0)
        #expect(page.hops.first?.tls == nil)
    }

    @Test("the request of every hop asks for App Link tags and reveals nothing about the user: no cookie, password or referer")
    func headers() async throws {
        let server = try PageServer([
            "/": .answer(302, ["Location: http://me:secret@page.test/next", "Set-Cookie: id=7"]), "/next": .page(""),
        ])
        _ = try await fetcher(server).page(.test("http://me:secret@page.test/#top"))
        let requests = try server.requests()
        #expect(requests.map(\.target) == ["/", "/next"])
        for request in requests {
            #expect(request.header("Prefer-Html-Meta-Tags") == "al")
            #expect(request.header("User-Agent") == "linkscope")
            for name in ["Cookie", "Authorization", "Referer"] { #expect(request.header(name) == nil) }
        }
    }

    @Test("redirects are followed hop by hop: absolute, relative, to another host; onHop is called for each")
    func redirects() async throws {
        let server = try PageServer([
            "page.test /a": .redirect(to: "http://other.test/b", status: 301),
            "other.test /b": .redirect(to: "c/./d/../e?x=1", status: 307),
            "other.test /c/e?x=1": .redirect(to: "//page.test/end", status: 308), "page.test /end": .page("end"),
        ])
        let told = Locked<[Int?]>([])
        let request = try FetchRequest.test("http://page.test/a")
        let fetcher = fetcher(server)
        let page = try await fetcher.fetch(request, onHop: { hop in told.withLock { $0.append(hop.status) } }).value
        #expect(
            page.hops.map(\.url.absoluteString) == [
                "http://page.test/a", "http://other.test/b", "http://other.test/c/e?x=1", "http://page.test/end",
            ])
        #expect(page.hops.map(\.location) == ["http://other.test/b", "c/./d/../e?x=1", "//page.test/end", nil])
        #expect(page.url.absoluteString == "http://page.test/end")
        #expect(page.hops.map(\.status) == [301, 307, 308, 200])
        #expect(told.withLock { $0 } == [301, 307, 308, 200])
    }

    @Test("with followsRedirects off, the redirect itself is the page")
    func notFollowed() async throws {
        let server = try PageServer(["/": .redirect(to: "/next", status: 301)])
        var request = try FetchRequest.test(server.url("/"))
        request.followsRedirects = false
        let page = try await fetcher().page(request)
        #expect(page.status == 301)
        #expect(page.field("Location") == "/next")
    }

    @Test("no status is a failure: 404 and 500 pages are pages", arguments: [204, 300, 304, 404, 500])
    func statuses(status: Int) async throws {
        let server = try PageServer([
            "/": status == 204 || status == 304 ? .init(.send(PageAnswer.head(status, []))) : .page("x", status: status)
        ])
        #expect(try await fetcher().page(.test(server.url("/"))).status == status)
    }

    @Test("every hop has its TLS version and cipher, even on a reused connection")
    func tls() async throws {
        let authority = try PageServer.authority()
        let server = try PageServer(["/": .redirect(to: "/end"), "/end": .page("end")], isSecure: true)
        let fetcher = fetcher(server) { $0.certificates = authority }
        let page = try await fetcher.page(.test("https://page.test/"))
        #expect(page.hops.map { $0.tls?.version.hasPrefix("TLS") } == [true, true])
        let cipher = try #require(page.hops.first?.tls?.cipher)
        #expect(!cipher.isEmpty && cipher.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }, "\(cipher)")
        #expect(page.hops.first?.tls == page.hops.last?.tls)
        #expect(try await fetcher.page(.test("https://page.test/end")).hops.last?.tls == page.hops.first?.tls)
    }

    @Test(
        "a certificate that is not trusted or is for another name fails the fetch with the reason",
        arguments: ["page.test", "wrong.test"])
    func badCertificate(host: String) async throws {
        let authority = try PageServer.authority()
        let server = try PageServer(["/": .page("")], isSecure: true)
        let fetcher = fetcher { settings in
            settings.connectTo = [server.standIn(for: host)]
            if host == "wrong.test" { settings.certificates = authority }
        }
        let failure = try await fetcher.failure(.test("https://\(host)/"))
        #expect(failure.problem.code == "tls-failed")
        #expect("\(failure)".contains(host))
        #expect(failure.hops.map(\.status) == [nil])
    }

    @Test("compressed pages are decompressed")
    func compressed() async throws {
        let server = try PageServer([
            "/": .init(.send(PageAnswer.head(200, ["Content-Encoding: gzip", "Connection: close"])), .gzip(zeros: 1 << 20), .close)
        ])
        #expect(try await fetcher().page(.test(server.url("/"))).body.count == 1 << 20)
    }

    @Test("cancelling ends the future at once, and the fetcher goes on")
    func cancelling() async throws {
        let server = try PageServer(["/": .init(.hold)])
        let source = CancellationTokenSource()
        let fetcher = fetcher()
        // The time limit is long, so that only the token can end the fetch.
        let future = fetcher.fetch(try .test(server.url("/")) { $0.time = .seconds(600) }, token: source.token)
        let other = fetcher.fetch(try .test(server.url("/missing")), token: CancellationTokenSource().token)
        #expect(try await other.value.status == 404)
        #expect(!future.isCompleted)
        source.cancel()
        #expect(future.isCancelled)
        #expect(fetcher.fetch(try .test(server.url("/")), token: source.token).isCancelled)
        #expect(try await fetcher.page(.test(server.url("/missing"))).status == 404)
    }

    @Test("dropping the fetcher cancels its fetches")
    func dropping() async throws {
        let server = try PageServer(["/": .init(.hold)])
        var fetcher: Fetcher? = Fetcher()
        let future = try #require(fetcher).fetch(try .test(server.url("/")))
        fetcher = nil
        #expect(await future.settled().isCancelled)
    }

    @Test("many fetches at a time, more than may run concurrently")
    func many() async throws {
        let server = try PageServer(["*": .page("hello")])
        let fetcher = fetcher { $0.concurrency = 8 }
        let futures = try (0..<200).map { fetcher.fetch(try .test(server.url("/\($0)"))) }
        let pages = try await Future.whenAllResults(futures).value
        #expect(pages.allSatisfy { $0.body.count == 5 })
        #expect(Set(try server.requests().map(\.target)).count == 200)
    }

    @Test("links that have no page", arguments: ["shop://item/7", "mailto:a@b.example", "relative/path", "file:///etc/passwd"])
    func schemes(url: String) async throws {
        #expect(try await fetcher().failure(.test(url)).problem.code == "unsupported-scheme")
    }

    @Test("a URL that names no server", arguments: ["http://page.test:99999/", "http:///path"])
    func badURL(url: String) async throws {
        let failure = try await fetcher().failure(.test(url))
        #expect(failure.problem.code == "bad-url", "\(failure)")
    }

    #if os(Linux)
        @Test("an idle fetcher has no thread")
        func idle() async throws {
            let server = try PageServer(["/": .page("x")])
            let fetcher = fetcher()
            let thread = Locked<SystemThread?>(nil)
            // onHop is called on the fetcher's thread.
            _ = try await fetcher.fetch(.test(server.url("/"))) { _ in thread.withLock { $0 = try? SystemThread.current() } }.value
            let used = try #require(thread.withLock { $0 })
            #expect(try await used.hasEnded())
            #expect(try await fetcher.page(.test(server.url("/"))).status == 200)
        }
    #endif

    @Test("a host without an address, and a port where no server listens")
    func unreachable() async throws {
        #expect(try await fetcher().failure(.test("http://nothing.invalid/")).problem == .unknownHost("nothing.invalid"))
        let closed = try PageServer([:]).url("/")
        #expect(try await fetcher().failure(.test(closed)).problem.code == "no-connection")
    }
}
