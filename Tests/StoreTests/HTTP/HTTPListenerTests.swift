import Listening
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Posts from a client's socket to the journal", .waits, .timeLimit(.minutes(30)))
struct HTTPListenerTests {
    /// A listener, and the folder of the inspector that it delivers to.
    private final class World: Sendable {
        let folder = TemporaryFolder()
        let told = Told()
        let listener: HTTPListener
        let port: UInt16
        private let reports: Reports

        /// - Parameter early: Called with the port before the first connection is accepted. What clients send in it has arrived when the
        ///   time of their requests begins, however short that time is.
        init(
            pid: Int32? = nil, timeouts: HTTPListener.Timeouts = HTTPListener.Timeouts(), early: (UInt16) throws -> Void = { _ in }
        ) throws {
            let bound = try BoundPort(.loopback, port: 0)
            port = bound.port
            try early(bound.port)
            let reports = Reports()
            let delivery = InspectorDelivery(InspectorClient(folder: folder.file("r")), pid: pid) { reports.add($0) }
            listener = try HTTPListener(bound, ListenerService(ListenerSettings(port: bound.port), delivery), timeouts: timeouts)
            self.reports = reports
        }

        var reported: [InspectorDelivery.Report] { reports.all }

        deinit { listener.close() }

        func records(_ name: String = "s", writer: any FileWriting = SystemFileWriter()) throws -> Records {
            Records(try SessionJournal.create(in: folder.file(name), writer: writer), told: told)
        }

        func inspector(_ records: Records, pid: Int32 = 4711) throws -> InspectorSocket {
            try InspectorSocket(folder: folder.file("r"), records: records, pid: pid) { _, _, answer in answer { ([], 0) } }
        }

        func request(_ body: String, type: String = "application/json", fields: String = "") -> String {
            "POST /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)"
                + "\r\n\(body)"
        }

        func post(_ body: String, type: String = "application/json", fields: String = "") throws -> TCPClient.Answer {
            let client = try TCPClient(port: port)
            try client.send(request(body, type: type, fields: fields))
            return try client.answer()
        }
    }

    private final class Reports: Sendable {
        private let reports = Mutex<[InspectorDelivery.Report]>([])
        func add(_ report: InspectorDelivery.Report) { reports.withLock { $0.append(report) } }
        var all: [InspectorDelivery.Report] { reports.withLock { $0 } }
    }

    @Test func `202 comes when the records are in the journal`() throws {
        let world = try World()
        let records = try world.records()
        let socket = try world.inspector(records)
        let answer = try world.post(#"[{"event":"al_nav_in"}, "shop://a"]"#)
        #expect(answer.status == 202 && answer.body == "{\"accepted\":2}\n")
        #expect(try [records.text(0), records.text(1)] == [#"{"event":"al_nav_in"}"#, "shop://a"])
        let journal = String(decoding: TemporaryFolder.read(try #require(records.journalPath)), as: UTF8.self)
        #expect(journal.split(separator: "\n").allSatisfy { $0.contains(" http ") })
        #expect(world.reported == [.inspector(4711)])
        socket.close()
    }

    @Test func `a connection is used for one request after another, also for requests sent at once`() throws {
        let world = try World()
        let records = try world.records()
        let socket = try world.inspector(records)
        let client = try TCPClient(port: world.port)
        try client.send((0..<50).map { world.request("\"shop://\($0)\"") }.joined())
        for _ in 0..<50 { #expect(try client.answer().status == 202) }
        try client.send("GET /health HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
        #expect(try client.answer().body == "{\"inspector\":4711}\n")
        #expect(try (0..<50).map { try records.text($0) } == (0..<50).map { "shop://\($0)" })
        socket.close()
    }

    @Test func `without an inspector, posts wait with their sender; one that is started later is found`() throws {
        let world = try World()
        let answer = try world.post("\"shop://a\"")
        #expect(answer.status == 503 && answer.fields["retry-after"] == "1")
        #expect(answer.body == "{\"error\":\"no inspector is running: start `linkscope` in another terminal\"}\n")
        #expect(try world.post("\"shop://a\"").status == 503)
        let records = try world.records()
        let socket = try world.inspector(records)
        #expect(try world.post("\"shop://b\"").status == 202)
        socket.close()
        // The connection of the listener ends a moment later, and takes posts until then.
        let client = try TCPClient(port: world.port)
        repeat {
            try client.send("GET /health HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
        } while try client.answer().body != "{\"inspector\":null}\n"
        #expect(try world.post("\"shop://c\"").status == 503)
        let next = try world.inspector(world.records("t"), pid: 4712)
        #expect(try world.post("\"shop://d\"").status == 202)
        #expect(world.reported.map(\.pid) == [nil, 4711, nil, 4712])
        #expect(world.reported.first == InspectorDelivery.Report.failed(.noInspector))
        #expect(records.count == 1)
        next.close()
    }

    @Test func `an inspector can be named`() throws {
        let world = try World(pid: 1001)
        let (first, second) = (try world.records("a"), try world.records("b"))
        let sockets = [try world.inspector(first, pid: 1001), try world.inspector(second, pid: 1002)]
        #expect(try world.post("\"shop://a\"").status == 202)
        #expect((first.count, second.count) == (1, 0))
        for socket in sockets { socket.close() }
    }

    @Test func `a full disk is told to the client, who still has the records`() throws {
        let world = try World()
        let disk = FullDisk(room: 10)
        let records = try world.records(writer: disk)
        let socket = try world.inspector(records)
        let answer = try world.post("[\"shop://a\",\"shop://b\"]")
        #expect(answer.status == 503 && answer.body.contains("No space left on device"))
        #expect(records.count == 0)
        disk.makeRoom(10_000)
        #expect(try world.post("[\"shop://a\",\"shop://b\"]").status == 202)
        #expect(records.count == 2)
        socket.close()
    }

    @Test func `a body that is refused by its head is never taken for a request`() throws {
        let world = try World()
        let records = try world.records()
        let socket = try world.inspector(records)
        let inner = world.request("\"shop://smuggled\"")
        let client = try TCPClient(port: world.port)
        try client.send(world.request(inner, fields: "Origin: http://evil.example\r\n"))
        let answers = client.rest()
        #expect(answers.hasPrefix("HTTP/1.1 403 ") && answers.contains("Connection: close"))
        #expect(answers.ranges(of: "HTTP/1.1").count == 1)
        let chunked = try TCPClient(port: world.port)
        try chunked.send("POST / HTTP/1.1\r\nHost: localhost:\(world.port)\r\nTransfer-Encoding: chunked\r\n\r\n" + inner)
        #expect(chunked.rest().ranges(of: "HTTP/1.1").count == 1)
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `a large body that is refused does not reset the connection before the answer is read`() throws {
        let world = try World()
        let client = try TCPClient(port: world.port)
        let body = String(repeating: "a", count: 5 << 20)
        try client.send(world.request(body, type: "text/plain"))
        #expect(try client.answer().status == 413)
    }

    @Test func `a client that waits before a large body is told to go on`() throws {
        let world = try World()
        let socket = try world.inspector(world.records())
        let client = try TCPClient(port: world.port)
        let request = world.request("\"shop://a\"", fields: "Expect: 100-continue\r\n")
        let head = try #require(request.firstRange(of: "\r\n\r\n")).upperBound
        try client.send(String(request[..<head]))
        #expect(try client.answer().status == 100)
        try client.send(String(request[head...]))
        #expect(try client.answer().status == 202)
        socket.close()
    }

    @Test func `a client that says nothing is let go after the time for a head, and later after the time between requests`() throws {
        var timeouts = HTTPListener.Timeouts()
        timeouts.head = 1
        let hasty = try World(timeouts: timeouts)
        #expect(try TCPClient(port: hasty.port).rest() == "")
        timeouts = HTTPListener.Timeouts()
        timeouts.idle = 1
        let world = try World(timeouts: timeouts)
        let client = try TCPClient(port: world.port)
        try client.send("GET / HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
        #expect(try client.answer().status == 200)
        #expect(client.rest() == "")
    }

    @Test func `a request that does not end is let go`() throws {
        var timeouts = HTTPListener.Timeouts()
        (timeouts.head, timeouts.body) = (1, 1)
        let body = "\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nshop:"
        for end in ["", body] {
            var client: TCPClient?
            let world = try World(timeouts: timeouts) { port in
                client = try TCPClient(port: port)
                try client?.send("POST / HTTP/1.1\r\nHost: localhost:\(port)" + end)
            }
            #expect(client?.rest().hasPrefix("HTTP/1.1 408 ") == true, "\(end)")
            withExtendedLifetime(world) {}
        }
    }

    @Test func `a client that leaves in the middle of its body stores nothing`() throws {
        let world = try World()
        let records = try world.records()
        let socket = try world.inspector(records)
        let leaving = try TCPClient(port: world.port)
        try leaving.send(String(world.request("shop://a\nshop://b\n", type: "text/plain").dropLast(3)))
        leaving.endSending()
        #expect(leaving.rest() == "")
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `clients that say nothing, or half a head, keep nobody away: the one that waits longest gives way`() throws {
        let world = try World()
        let socket = try world.inspector(world.records())
        let silent = try (0..<ClientPlaces.maximum).map { _ in try TCPClient(port: world.port) }
        for client in silent.suffix(100) { try client.send("POST / HTTP/1.1\r\nHost") }
        let client = try TCPClient(port: world.port)
        try client.send("GET / HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
        #expect(try client.answer().status == 200)
        #expect(silent[0].rest() == "")
        // A flood of silent ones does not end a post.
        let post = try posting(world)
        let more = try (0..<ClientPlaces.maximum).map { _ in try TCPClient(port: world.port) }
        #expect(client.rest() == "")
        try post.send("shop://a")
        #expect(try post.answer().status == 202)
        withExtendedLifetime(more) {}
        socket.close()
    }

    /// Returns a client whose post of eight bytes is being received.
    private func posting(_ world: World) throws -> TCPClient {
        let client = try TCPClient(port: world.port)
        try client.send(
            "POST / HTTP/1.1\r\nHost: localhost:\(world.port)\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n"
                + "Expect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 100)
        return client
    }

    @Test func `more posts at once than are served are told to try again`() throws {
        let world = try World()
        let socket = try world.inspector(world.records())
        let clients = try (0..<ClientPlaces.maximum).map { _ in try posting(world) }
        #expect(try TCPClient(port: world.port).answer().status == 503)
        try clients[0].send("shop://a")
        #expect(try clients[0].answer().status == 202)
        let ask = { (client: TCPClient) in
            try client.send("GET / HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
            return try client.answer().status
        }
        // An answer shows that the first one has taken its next request, so it gives way afterwards.
        #expect(try ask(clients[0]) == 200)
        #expect(try ask(try TCPClient(port: world.port)) == 200)
        socket.close()
    }

    @Test(arguments: ["\r\n\r\n\r\n", "hello\r\n\r\n", "\u{16}\u{3}\u{1}", "\0\0\0\0\r\n\r\n", String(repeating: "x", count: 1 << 20)])
    func `garbage ends only its own connection`(garbage: String) throws {
        let world = try World()
        let socket = try world.inspector(world.records())
        let client = try TCPClient(port: world.port)
        try? client.send(garbage)
        client.endSending()
        _ = client.rest()
        #expect(try world.post("\"shop://a\"").status == 202)
        socket.close()
    }

    @Test func `many clients at once: what was accepted is in the journal, once`() async throws {
        let world = try World()
        let records = try world.records()
        let socket = try world.inspector(records)
        let port = world.port
        let posts = Effort.size(10, long: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try await onThread {
                        let client = try TCPClient(port: port)
                        for post in 0..<posts {
                            let events = (0..<10).map { "{\"event\":\"\(number)-\(post)-\($0)\"}" }.joined(separator: ",")
                            try client.send(world.request("[\(events)]"))
                            let answer = try client.answer()
                            guard answer.status == 202 else { throw TCPClient.Failure(description: "\(answer)") }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(records.count == 160 * posts)
        #expect(Set(try (0..<160 * posts).map { try records.text($0) }).count == 160 * posts)
        socket.close()
    }

    @Test func `a port that is taken is an error`() throws {
        let world = try World()
        let error = #expect(throws: SystemError.self) { try BoundPort(.loopback, port: world.port) }
        #expect(error?.code == EADDRINUSE)
    }

    @Test func `closing ends all connections`() throws {
        let world = try World()
        let client = try TCPClient(port: world.port)
        try client.send("GET / HTTP/1.1\r\nHost: localhost:\(world.port)\r\n\r\n")
        #expect(try client.answer().status == 200)
        world.listener.close()
        #expect(client.rest() == "")
    }
}

extension InspectorDelivery.Report {
    fileprivate var pid: Int32? {
        switch self {
        case .inspector(let pid): pid
        case .failed: nil
        }
    }
}
