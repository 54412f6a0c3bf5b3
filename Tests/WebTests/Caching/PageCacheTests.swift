import AppLinks
import Deciding
import Foundation
import Secrets
import Tasks
import TestSupport
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("Cached responses", .waits, .timeLimit(.minutes(30)))
final class PageCacheTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    private let clock = SecondHand()

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let answers: [String: PageAnswer] = [
        "/": .answer(301, ["Location: /page", "Cache-Control: max-age=100"]),
        "/page": .answer(200, ["Cache-Control: max-age=50", "Content-Type: text/html", "Set-Cookie: id=7"], Array("hello".utf8)),
        "/always": .page("new"), "/secret?access_token=abc": .answer(200, ["Cache-Control: max-age=50"], Array("mine".utf8)),
    ]

    @Test("a second fetch comes from memory, hop by hop, with its age; a stale response is requested again")
    func second() async throws {
        let server = try PageServer(Self.answers)
        let fetcher = fetcher { $0.cache = cache() }
        let first = try await fetcher.page(.test(server.url("/")))
        #expect(first.hops.map(\.age) == [nil, nil])
        clock.turn(20)
        let second = try await fetcher.page(.test(server.url("/")))
        #expect(second.hops.map(\.age) == [20, 20])
        #expect(second.hops.map(\.status) == [301, 200])
        #expect(second.hops.map(\.remoteAddress) == first.hops.map(\.remoteAddress))
        #expect(second.body == first.body && second.url == first.url)
        clock.turn(40)
        #expect(try await fetcher.page(.test(server.url("/"))).hops.map(\.age) == [60, nil])
        #expect(try server.requests().map(\.target) == ["/", "/page", "/page"])
    }

    @Test("isFresh ignores the cache; a response without caching headers is requested each time")
    func fresh() async throws {
        let server = try PageServer(Self.answers)
        let fetcher = fetcher { $0.cache = cache() }
        for _ in 0..<2 {
            var request = try FetchRequest.test(server.url("/page"))
            request.isFresh = true
            _ = try await fetcher.page(request)
            _ = try await fetcher.page(.test(server.url("/always")))
        }
        #expect(try server.requests().map(\.target) == ["/page", "/always", "/page", "/always"])
    }

    @Test("a stale response is validated: after a 304 the cached page is used, and is fresh again")
    func validation() async throws {
        let fields = [
            "ETag: \"a\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: max-age=10", "Content-Type: text/html",
        ]
        let server = try PageServer([
            "/": .answer(200, fields, Array("hello".utf8)),
            "/ 2": .answer(304, ["ETag: W/\"a\"", "Cache-Control: max-age=100", "X-New: 1", "Content-Type: text/plain"]),
            "/ 3": .answer(200, ["Cache-Control: max-age=10"], Array("new".utf8)),
        ])
        let fetcher = fetcher { $0.cache = cache() }
        _ = try await fetcher.page(.test(server.url("/")))
        clock.turn(20)
        let second = try await fetcher.page(.test(server.url("/")))
        #expect(second.hops.map(\.isUnchanged) == [true] && second.hops.map(\.age) == [nil] && second.hops.map(\.status) == [200])
        #expect(second.status == 200 && second.body == Array("hello".utf8) && second.contentType?.type == "text/html")
        clock.turn(20)
        let third = try await fetcher.page(.test(server.url("/")))
        #expect(third.hops.map(\.age) == [20] && third.hops.map(\.isUnchanged) == [false] && third.field("X-New") == "1")
        clock.turn(100)
        let fourth = try await fetcher.page(.test(server.url("/")))
        #expect(fourth.body == Array("new".utf8) && fourth.hops.map(\.isUnchanged) == [false])
        let conditions = try server.requests().map { [$0.header("If-None-Match"), $0.header("If-Modified-Since")] }
        #expect(conditions[0] == [nil, nil])
        #expect(conditions[1] == ["\"a\"", "Sun, 06 Nov 1994 08:49:37 GMT"])
        #expect(conditions[2][0] == "W/\"a\"")
    }

    @Test("redirects are validated too; after a 304 for a different response, the request is repeated without a condition")
    func validationOfRedirects() async throws {
        let server = try PageServer([
            "/": .answer(301, ["Location: /page", "ETag: x", "Cache-Control: no-cache"]), "/ 2": .answer(304),
            "/ 3": .answer(304, ["ETag: y"]), "/ 4": .answer(301, ["Location: /other"]), "/page": .page("here"), "/other": .page("there"),
        ])
        let fetcher = fetcher { $0.cache = cache() }
        for _ in 0..<2 { #expect(try await fetcher.page(.test(server.url("/"))).body == Array("here".utf8)) }
        let third = try await fetcher.page(.test(server.url("/")))
        #expect(third.body == Array("there".utf8) && third.hops.map(\.isUnchanged) == [false, false])
        #expect(try server.requests().filter { $0.target == "/" }.map { $0.header("If-None-Match") } == [nil, "x", "x", nil])
    }

    @Test("no-store removes a cached response, from the folder too")
    func forgetting() async throws {
        let server = try PageServer([
            "/": .answer(200, ["ETag: x"], Array("hello".utf8)), "/ 2": .answer(304, ["Cache-Control: no-store"]), "/ 3": .page("new"),
        ])
        let fetcher = fetcher { $0.cache = cache(folder: folder.path) }
        for _ in 0..<3 { _ = try await fetcher.page(.test(server.url("/"))) }
        #expect(try server.requests().map { $0.header("If-None-Match") } == [nil, "x", nil])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("the next process validates responses from the folder; isFresh requests without a condition")
    func validationOfFolders() async throws {
        let server = try PageServer(["/": .answer(200, ["ETag: x"], Array("hello".utf8)), "/ 2": .answer(304)])
        for _ in 0..<2 {
            let page = try await fetcher { $0.cache = cache(folder: folder.path) }.page(.test(server.url("/")))
            #expect(page.body == Array("hello".utf8))
        }
        var request = try FetchRequest.test(server.url("/"))
        request.isFresh = true
        _ = try await fetcher { $0.cache = cache(folder: folder.path) }.page(request)
        #expect(try server.requests().map { $0.header("If-None-Match") } == [nil, "x", nil])
    }

    @Test("a response from another server, set by connectTo, is not reused for the host")
    func realms() async throws {
        let (server, other) = try (PageServer(Self.answers), PageServer(Self.answers))
        let shared = cache()
        for place in [server, other] {
            let fetcher = fetcher(place) { $0.cache = shared }
            #expect(try await fetcher.page(.test("http://page.test/page")).hops.map(\.age) == [nil])
        }
        #expect(try other.requests().count == 1)
    }

    @Test("the folder serves the next process; its files are private, and contain no cookies and no links with secrets")
    func folders() async throws {
        let server = try PageServer(Self.answers)
        let first = fetcher { $0.cache = cache(folder: folder.path) }
        for target in ["/", "/secret?access_token=abc"] { _ = try await first.page(.test(server.url(target))) }
        let next = fetcher { $0.cache = cache(folder: folder.path) }
        let page = try await next.page(.test(server.url("/")))
        #expect(page.hops.map(\.age) == [0, 0])
        #expect(page.body == Array("hello".utf8))
        #expect(page.field("Set-Cookie") == nil && page.contentType?.type == "text/html")
        #expect(try await next.page(.test(server.url("/secret?access_token=abc"))).hops.map(\.age) == [nil])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count == 2)
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o700)
    }

    @Test("a cached page of a private address is only for requests that allow private addresses")
    func privately() async throws {
        let server = try PageServer(Self.answers)
        let fetcher = fetcher { $0.cache = cache() }
        _ = try await fetcher.page(.test(server.url("/page")))
        #expect(try await fetcher.failure(.page(link(server.url("/page")))).problem.code == "refused-address")
    }

    @Test("truncated, damaged or foreign files are ignored", arguments: ["", "{", "{}\n", "{\"version\":1}\nx", "\n\n", "\0"])
    func spoilt(text: String) async throws {
        let server = try PageServer(Self.answers)
        _ = try await fetcher { $0.cache = cache(folder: folder.path) }.page(.test(server.url("/page")))
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try Data(text.utf8).write(to: folder.appending(path: file))
        }
        let page = try await fetcher { $0.cache = cache(folder: folder.path) }.page(.test(server.url("/page")))
        #expect(page.hops.map(\.age) == [nil])
    }

    @Test(
        "the place of the folder",
        arguments: [
            (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/linkscope/pages"),
            (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/linkscope/pages"),
            (["HOME": "h"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func place(environment: [String: String], path: String?) {
        #expect(PageCache.folder(environment: environment) == path)
    }

    private func cache(folder: String? = nil) -> PageCache {
        PageCache(folder: folder, now: { [clock] in clock.now }, keepsOut: { Secrets.masked($0) != $0 })
    }
}

/// A clock that the test advances.
private final class SecondHand: Sendable {
    private let seconds = Locked(1_000_000)

    var now: Int { seconds.withLock { $0 } }

    func turn(_ more: Int) { seconds.withLock { $0 += more } }
}
