import Fetching
import Pages
import Tasks
import TestSupport
import Testing

@testable import PageScripts

@Suite("Limits of a page's scripts", .timeLimit(.minutes(10)))
struct ScriptProxyLimitTests {
    @Test("so many bytes come through, all connections together; then nothing does")
    func bytes() async throws {
        let endless = PageAnswer(.send(PageAnswer.head(200, [])), .repeat(Array(repeating: 0x78, count: 1 << 16), 1_000_000))
        let server = try PageServer(["/": endless, "/small": .page("small")])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.networkBytes = 1 << 20 }
        let answer = try proxy.get(server.url("/"))
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.utf8.count < (1 << 20) + (64 << 10))
        #expect(try proxy.get(server.url("/small")).hasPrefix("HTTP/1.1 503"))
        let tally = try await proxy.end()
        #expect(tally.limit == .bytes && tally.received < 2 << 20)
    }

    @Test("what is sent counts too")
    func sent() async throws {
        let server = try PageServer(["/": .init(.hold)])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.networkBytes = 100_000 }
        let connection = try RawConnection(port: proxy.port)
        try connection.send(proxy.admitted("POST \(server.url("/")) HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n"))
        // It is cut in the middle, on either side of a write.
        try? connection.send(String(repeating: "x", count: 1_000_000))
        #expect(try connection.receive().isEmpty)
        #expect(try await proxy.end().limit == .bytes)
    }

    @Test("so many requests")
    func requests() async throws {
        let server = try PageServer(["*": .page("x")])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.requests = 3 }
        let statuses = try (0..<5).map { try proxy.get(server.url("/\($0)")).dropFirst(9).prefix(3) }
        #expect(statuses == ["200", "200", "200", "503", "503"])
        #expect(try server.requests().count == 3)
        #expect(try await proxy.end().limit == .requests)
    }

    @Test("so many names, and only a few looked up at a time")
    func names() async throws {
        let proxy = try RunningProxy { $0.hosts = 2 }
        let statuses = try (0..<4).map { try proxy.get("http://name\($0).invalid/").dropFirst(9).prefix(3) }
        #expect(statuses == ["502", "502", "503", "503"])
        #expect(try await proxy.end().limit == .hosts)
        var table = NameTable(limit: 5, mostAtOnce: 2)
        for name in ["a", "b", "c", "a", "b"] { _ = table.ask(name) }
        #expect(table.start() == ["a", "b"] && table.start().isEmpty)
        table.learn("b", .unknown)
        #expect(table.start() == ["c"])
        if case .known(.unknown) = table.ask("b") {} else { Issue.record("b is not known") }
    }

    @Test("a flood of connections: the others wait until there is room, and none is lost")
    func connections() async throws {
        let server = try PageServer(["*": .page("x")])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.connections = 4 }
        let idle = try (0..<4).map { _ in try RawConnection(port: proxy.port) }
        let waiting = try (0..<20).map { number in
            let connection = try RawConnection(port: proxy.port)
            try connection.send(proxy.admitted("GET \(server.url("/\(number)")) HTTP/1.1\r\n\r\n"))
            return connection
        }
        // Each of the four makes room by being refused.
        for connection in idle { try connection.send("nonsense\r\n\r\n") }
        for connection in idle + waiting {
            let status = try connection.receive().dropFirst(9).prefix(3)
            #expect(status == (idle.contains { $0 === connection } ? "400" : "200"))
            connection.close()
        }
        #expect(try await proxy.end().requests == 20)
    }

    @Test("a page that drips does not keep others waiting, and a browser that reads slowly gets all of it")
    func slow() async throws {
        let large = String(repeating: "0123456789", count: 100_000)
        let server = try PageServer([
            "/drip": .init(.send(PageAnswer.head(200, [])), .drip(Array(repeating: 0x78, count: 100_000), seconds: 0.05)),
            "/large": .page(large),
        ])
        let proxy = try RunningProxy(allowsPrivate: true)
        let dripping = try RawConnection(port: proxy.port)
        try dripping.send(proxy.admitted("GET \(server.url("/drip")) HTTP/1.1\r\n\r\n"))
        _ = try dripping.receive { $0.hasSuffix("x") }
        let reading = try RawConnection(port: proxy.port)
        try reading.send(proxy.admitted("GET \(server.url("/large")) HTTP/1.1\r\n\r\n"))
        #expect(try proxy.get(server.url("/large")).hasSuffix(large))
        #expect(try reading.receive().hasSuffix(large))
    }

    @Test("a browser that goes away ends the request")
    func goneAway() async throws {
        let server = try PageServer(["/": .init(.send("HTTP/1.1 200 OK\r\n\r\nx"), .hold)])
        let proxy = try RunningProxy(allowsPrivate: true) { $0.connections = 1 }
        do {
            let connection = try RawConnection(port: proxy.port)
            try connection.send(proxy.admitted("GET \(server.url("/")) HTTP/1.1\r\n\r\n"))
            _ = try connection.receive { $0.hasSuffix("x") }
        }
        // There is room for one.
        #expect(try proxy.get(server.url("/missing")).hasPrefix("HTTP/1.1 404"))
    }
}
