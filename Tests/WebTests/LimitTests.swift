import AppLinks
import Deciding
import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

@Suite("Limits of a fetch", .waits, .timeLimit(.minutes(30)))
struct LimitTests {
    @Test("ten redirects are followed, the eleventh is not")
    func redirects() async throws {
        var answers = Dictionary(uniqueKeysWithValues: (0..<12).map { ("/\($0)", PageAnswer.redirect(to: "/\($0 + 1)")) })
        answers["/10"] = .page("end")
        let server = try PageServer(answers)
        #expect(try await fetcher().page(.test(server.url("/0"))).hops.count == 11)
        answers["/10"] = .redirect(to: "/0")
        let circle = try PageServer(answers)
        let failure = try await fetcher().failure(.test(circle.url("/0")))
        #expect(failure.problem == .tooManyRedirects(limit: 10))
        #expect(failure.hops.count == 11)
    }

    @Test(
        "redirects that cannot be followed, each with its reason",
        arguments: [
            (nil, "redirect-without-location"), ("", "redirect-without-location"), ("http://[", "redirect-to-no-url"),
            ("http:///", "redirect-to-no-url"), ("shop://item/7", "redirect-to-scheme"), ("intent://x#Intent;end", "redirect-to-scheme"),
            ("file:///etc/passwd", "redirect-to-scheme"), ("data:text/html,x", "redirect-to-scheme"),
            ("javascript:x", "redirect-to-scheme"),
        ])
    func nowhere(location: String?, code: String) async throws {
        let server = try PageServer(["/": .redirect(to: location)])
        let failure = try await fetcher().failure(.test(server.url("/")))
        #expect(failure.problem.code == code)
        #expect(failure.hops.map(\.status) == [302])
        #expect(try server.requests().count == 1)
    }

    @Test("a page of the maximum size is read, one more byte is too much, with or without Content-Length", arguments: [true, false])
    func pageSize(isTold: Bool) async throws {
        let page: (Int) -> PageAnswer = { count in
            let fields = isTold ? ["Content-Length: \(count)"] : ["Connection: close"]
            return .init(.send(PageAnswer.head(200, fields)), .repeat([0x78], count), .close)
        }
        let server = try PageServer(["/1000": page(1000), "/1001": page(1001)])
        #expect(try await fetcher().page(.test(server.url("/1000")) { $0.bodyBytes = 1000 }).body.count == 1000)
        let failure = try await fetcher().failure(.test(server.url("/1001")) { $0.bodyBytes = 1000 })
        #expect(failure.problem == .pageTooLarge(limit: 1000))
        #expect(failure.hops.map(\.status) == [200])
    }

    @Test("reading an endless page or a decompression bomb stops at 2 MiB")
    func bombs() async throws {
        let endless = PageAnswer(.send(PageAnswer.head(200, [])), .repeat(Array(repeating: 0x78, count: 1 << 16), 1_000_000))
        // 64 MiB of zeros take about 64 KB when compressed. Compressed twice, they would take a few hundred bytes.
        let bomb = PageAnswer(.send(PageAnswer.head(200, ["Content-Encoding: gzip", "Connection: close"])), .gzip(zeros: 64 << 20), .close)
        let server = try PageServer(["/endless": endless, "/bomb": bomb])
        for target in ["/endless", "/bomb"] {
            let failure = try await fetcher().failure(.test(server.url(target)))
            #expect("\(failure)" == "The answer is larger than 2 MiB: linkscope stopped reading.")
        }
    }

    @Test(
        "too many headers, too long a header, too many interim responses, too many trailers",
        arguments: [
            PageAnswer(.send("HTTP/1.1 200 OK\r\n"), .repeat(Array("X: y\r\n".utf8), 1_000_000)),
            PageAnswer(.send("HTTP/1.1 200 OK\r\nX: "), .repeat(Array(repeating: 0x78, count: 1000), 1000)),
            PageAnswer(.repeat(Array("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8), 100_000)),
            PageAnswer(
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"), .repeat(Array("X: y\r\n".utf8), 1_000_000)),
        ])
    func headers(answer: PageAnswer) async throws {
        let server = try PageServer(["/": answer])
        let failure = try await fetcher().failure(.test(server.url("/")))
        #expect(["head-too-large", "connection-broken"].contains(failure.problem.code), "\(failure)")
    }

    @Test(
        "time: no answer, an endless head, a slow page, and slow redirects, of which each hop alone is fast enough", .wallClock,
        arguments: ["/silent", "/head", "/drip", "/round"])
    func time(target: String) async throws {
        let server = try PageServer([
            "/silent": .init(.hold), "/head": .init(.send("HTTP/1.1 200 OK\r\nX: "), .hold),
            "/drip": .init(
                .send(PageAnswer.head(200, ["Content-Length: 1000"])), .drip(Array(repeating: 0x78, count: 1000), seconds: 0.01)),
            "/round": .init(.drip(Array("HTTP/1.1 302 Found\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n".utf8), seconds: 0.001)),
        ])
        let clock = ContinuousClock()
        let start = clock.now
        let fetcher = fetcher()
        let future = fetcher.fetch(
            try .test(server.url(target)) {
                $0.time = .milliseconds(250); $0.redirects = 1000
            })
        // The time is read where the fetch ends, because this test may continue much later, when other tests no longer need all threads.
        let end = future.continueWith(.immediate) { _ in clock.now }
        let failure = try #require(await future.settled().error as? FetchFailure)
        #expect(failure.problem.code == "too-slow")
        #expect("\(failure)".contains("0.25 s"))
        #expect(try await start.duration(to: end.value) < .seconds(5))
        #expect("\(failure)".contains("bytes of the answer") == (target == "/drip"))
    }

    @Test(
        "connections that break at various points",
        arguments: ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "nonsense\r\n\r\n"])
    func brokenOff(answer: String) async throws {
        let server = try PageServer(["/": .init(.send(answer), .close)])
        let failure = try await fetcher().failure(.test(server.url("/")))
        #expect(failure.problem.code == "connection-broken", "\(failure)")
    }

    /// The text `hello` as gzip. The constant below is the empty text as gzip.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]
    private static let nothing: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    @Test("a compressed page that is truncated before its first byte is an error, not an empty page", arguments: [1, 5, 10])
    func cutEncoding(count: Int) async throws {
        let server = try PageServer(["/": .answer(200, ["Content-Encoding: gzip"], Array(Self.hello.prefix(count)))])
        let problem = try await fetcher().failure(.test(server.url("/"))).problem
        #expect(problem.code == "bad-content-encoding" && "\(problem)".contains("its \(count) bytes"), "\(problem)")
    }

    @Test(
        "complete compressed pages are read, even if they are empty",
        arguments: [(hello, "hello"), (nothing, ""), ([], "")])
    func wholeEncoding(bytes: [UInt8], text: String) async throws {
        let server = try PageServer(["/": .answer(200, ["Content-Encoding: gzip"], bytes)])
        let fetcher = fetcher()
        let page = try await fetcher.fetch(.test(server.url("/"))).value
        #expect(String(decoding: page.body, as: UTF8.self) == text)
    }

    @Test("a page that is not compressed as its header says")
    func badEncoding() async throws {
        let server = try PageServer(["/": .answer(200, ["Content-Encoding: gzip"], Array("no gzip".utf8))])
        #expect(try await fetcher().failure(.test(server.url("/"))).problem.code == "bad-content-encoding")
    }
}
