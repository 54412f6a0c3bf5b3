import LinkLayers
import Records
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("The socket of a running inspector", .waits, .timeLimit(.minutes(30)))
struct InspectorSocketTests {
    let folder = TemporaryFolder()
    let told = Told()
    var runtime: String { folder.file("r") }
    var client: InspectorClient { InspectorClient(folder: runtime) }

    private func records(_ name: String = "s", writer: any FileWriting = SystemFileWriter()) throws -> Records {
        Records(try SessionJournal.create(in: folder.file(name), writer: writer), told: told)
    }

    private func socket(
        _ records: Records, pid: Int32 = 4711, timeouts: HTTPListener.Timeouts = .socket, log: EventLog = EventLog()
    ) throws -> InspectorSocket {
        try InspectorSocket(folder: runtime, records: records, pid: pid, timeouts: timeouts) { cursor, limit, answer in
            answer { log.page(cursor, limit) }
        }
    }

    private func post(_ body: String, to path: String, length: Int? = nil, fields: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `is its user's alone, and goes with it`() throws {
        let socket = try socket(records())
        #expect(socket.path == "\(runtime)/4711.sock")
        #expect(TemporaryFolder.permissions(runtime) == 0o700)
        #expect(TemporaryFolder.permissions(socket.path) == 0o600)
        socket.close()
        #expect(TemporaryFolder.names(in: runtime).isEmpty)
    }

    @Test func `thousands of links at once: none is lost, all are in the journal`() async throws {
        let count = Effort.size(RecordLimits.together + 1, long: 10_000)
        let records = try records()
        let socket = try socket(records)
        let links = (0..<count).map { "shop://products/\($0)?al_applink_data=%7B%7D" }
        let inspector = try client.choose()
        #expect(try client.deliver(Array(links.joined(separator: "\n").utf8), to: inspector) == count)
        let journal = String(decoding: TemporaryFolder.read(try #require(records.journalPath)), as: UTF8.self)
        #expect(journal.split(separator: "\n").map { String($0.dropFirst(30)) } == links)
        let events = await told.until { $0.recordCount == count }
        #expect(events.isInOrder && events.batches.allSatisfy { $0.source == .send })
        socket.close()
    }

    @Test func `a link of the desktop is one record, whatever links it contains`() async throws {
        let records = try records()
        let socket = try socket(records)
        let inspector = try client.choose()
        let line = Array("myapp://x see https://a.example/1 and https://b.example/2".utf8)
        #expect(try client.deliver(line, to: inspector, from: .desktop) == 1)
        #expect(try client.deliver(line, to: inspector) > 1)
        let events = await told.until { $0.recordCount > 1 }
        #expect(events.batches.map(\.source) == [.desktop, .send] && events.batches[0].count == 1)
        socket.close()
    }

    @Test func `forty senders at once: none is lost`() async throws {
        let records = try records()
        let socket = try socket(records)
        let client = client
        let inspector = try client.choose()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for sender in 0..<40 {
                group.addTask {
                    try await onThread { try client.deliver(Array("shop://\(sender)\n".utf8), to: inspector) }
                }
            }
            for try await count in group { #expect(count == 1) }
        }
        #expect(records.count == 40)
        socket.close()
    }

    @Test func `a second inspector has its own, and the newest gets what nobody else is named for`() throws {
        let first = try records("a")
        let second = try records("b")
        let sockets = [try socket(first, pid: 1001), try socket(second, pid: 1002)]
        #expect(Set(try client.running().map(\.pid)) == [1001, 1002])
        #expect(try client.deliver(Array("shop://one".utf8), to: client.choose(pid: 1001)) == 1)
        #expect((first.count, second.count) == (1, 0))
        #expect(throws: SocketError.noSuchInspector(pid: 7, running: try client.running().map(\.pid))) { try client.choose(pid: 7) }
        sockets[0].close()
        #expect(try client.choose().pid == 1002)
        sockets[1].close()
    }

    @Test func `the same process number twice gets another name`() throws {
        let sockets = [try socket(records("a")), try socket(records("b"))]
        #expect(sockets.map(\.path) == ["\(runtime)/4711.sock", "\(runtime)/4711.1.sock"])
        for socket in sockets { socket.close() }
    }

    @Test func `a stale socket is removed, a living one is not`() throws {
        let living = try socket(records("a"), pid: 1001)
        do {
            // Bound and closed without being removed, as after a crash.
            _ = try UnixSocket.listen(at: "\(runtime)/1002.sock")
        }
        #expect(try client.running().map(\.pid) == [1001])
        let new = try socket(records("b"), pid: 1003)
        #expect(TemporaryFolder.names(in: runtime).sorted() == ["1001.sock", "1003.sock"])
        living.close()
        new.close()
    }

    @Test func `nobody runs: the error says what to do`() {
        let error = #expect(throws: SocketError.noInspector) { try client.choose() }
        #expect(error?.description == "no inspector is running: start `linkscope` in another terminal")
    }

    @Test(arguments: [0o755, 0o770, 0o701])
    func `a folder that others may enter is refused by both sides`(mode: Int) throws {
        folder.makeFolder("r", mode: mode)
        #expect(throws: SocketError.self) { try socket(records()) }
        #expect(throws: SocketError.self) { try client.running() }
    }

    @Test func `a folder behind a symbolic link is refused by both sides`() throws {
        folder.makeFolder("real", mode: 0o700)
        folder.link("real", as: "r")
        #expect(throws: SocketError.self) { try socket(records()) }
        #expect(throws: SocketError.self) { try client.running() }
    }

    @Test func `a file among the sockets is left alone`() throws {
        folder.makeFolder("r", mode: 0o700)
        folder.write("mine", to: "r/12.sock")
        let socket = try socket(records())
        #expect(TemporaryFolder.names(in: runtime).sorted() == ["12.sock", "4711.sock"])
        socket.close()
    }

    @Test(arguments: [
        ("hello\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("\u{16}\u{3}\u{1}", 400), (String(repeating: "x", count: 100_000), 431),
        ("GET /events HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403), ("POST /send HTTP/1.1\r\nHost: localhost\r\n\r\n", 411),
    ])
    func `garbage is answered with what is expected`(garbage: String, status: Int) throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        try? raw.send(garbage)
        let answer = raw.answer()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("{\"error\":\""))
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `apps may post to it as they do to a port`() throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        let close = "Content-Type: application/json\r\nConnection: close\r\n"
        try raw.send(post(#"[{"event":"a"}, "shop://b"]"#, to: "/", fields: close))
        #expect(raw.answer().hasPrefix("HTTP/1.1 202 "))
        #expect(try [records.text(0), records.text(1)] == [#"{"event":"a"}"#, "shop://b"])
        let refused = try RawClient(socket.path)
        try refused.send(post("5", to: "/", fields: close))
        #expect(refused.answer().hasPrefix("HTTP/1.1 400 "))
        #expect(records.sourceCounts == [SourceName.socket(.http): SourceCounts(records: 2)])
        socket.close()
    }

    @Test func `a body that was torn is not taken`() throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        try raw.send(post("shop://whole\nshop://to", to: "/send", length: 30))
        raw.endSending()
        #expect(raw.answer() == "")
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `a line that is too long is told, with the number of those before it`() throws {
        let records = try records()
        let socket = try socket(records)
        let inspector = try client.choose()
        let newline = UInt8(ascii: "\n")
        let longest = longRecord(4 << 20)
        #expect(try client.deliver(longest + [newline], to: inspector) == 1)
        let text = Array("shop://a\nshop://b\n".utf8) + longest + [UInt8(ascii: "}"), newline] + Array("shop://c\n".utf8)
        #expect(throws: SocketError.refused(pid: 4711, reason: "2 accepted, then: a line is longer than 4 MiB")) {
            try client.deliver(text, to: inspector)
        }
        #expect(records.count == 3)
        socket.close()
    }

    @Test func `a body without an end is refused before it fills the memory`() async throws {
        let records = try records()
        let socket = try socket(records)
        let path = socket.path
        let head = post("", to: "/send", length: 1 << 30)
        let (sent, answer) = try await onThread {
            let raw = try RawClient(path)
            let chunk = [UInt8](repeating: 120, count: 1 << 20)
            var sent = 0
            do {
                try raw.send(head)
                // This would be 1 GB if the other side accepted all of it.
                while sent < 1000 {
                    try raw.send(chunk)
                    sent += 1
                }
            } catch {}
            return (sent, raw.answer())
        }
        #expect(sent < 100)
        // The answer is lost if the connection was reset.
        #expect(answer == "" || answer.hasPrefix("HTTP/1.1 413 "))
        #expect(records.count == 0)
        #expect(try client.deliver(Array("shop://next".utf8), to: client.choose()) == 1)
        socket.close()
    }

    @Test func `a client that hangs is let go, one that hangs up does no harm`() throws {
        let records = try records()
        var timeouts = HTTPListener.Timeouts.socket
        timeouts.head = 300
        let socket = try socket(records, timeouts: timeouts)
        #expect(try RawClient(socket.path).answer() == "")
        do {
            let leaving = try RawClient(socket.path)
            try? leaving.send(post("shop://a\n", to: "/send", length: 100))
        }
        #expect(try client.deliver(Array("shop://next".utf8), to: client.choose()) == 1)
        #expect(records.count == 1)
        socket.close()
    }

    @Test func `clients that say nothing keep nobody away: the one that waits longest gives way`() throws {
        let records = try records()
        let socket = try socket(records)
        let silent = try (0..<ClientPlaces.socketMaximum).map { _ in try RawClient(socket.path) }
        #expect(try client.deliver(Array("shop://a".utf8), to: client.choose()) == 1)
        #expect(silent[0].answer() == "")
        withExtendedLifetime(silent) {}
        socket.close()
    }

    @Test(arguments: ["deliver\nshop://a\n", "deliver --batches http\n9\nshop://a\n", "events --follow\n"])
    func `an older linkscope gets a sentence in its own protocol`(sent: String) throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        try raw.send(sent)
        #expect(raw.answer() == "error this inspector is of a newer version of linkscope: use that version here too")
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `an older inspector is named as such`() async throws {
        folder.makeFolder("r", mode: 0o700)
        let listener = try UnixSocket.listen(at: "\(runtime)/4711.sock")
        let end = try Wake()
        let thread = Task {
            try await onThread {
                AcceptLoop.run([listener], end) { file in
                    let connection = SocketConnection(file: file)
                    var buffer = LineBuffer(limit: 1 << 20, capacity: 256)
                    // An older inspector reads one line. What is left is dropped with the connection.
                    if (try? connection.receiveLine(&buffer, timeout: 10_000))?.isEmpty == false {
                        let answer = "error the first line must be `deliver [desktop]` or `events [--follow]`\n"
                        try? connection.send(Array(answer.utf8), timeout: 10_000)
                    }
                }
            }
        }
        let inspector = try client.choose()
        #expect(throws: SocketError.older(pid: 4711)) { try client.deliver(Array("shop://a".utf8), to: inspector) }
        #expect(throws: SocketError.older(pid: 4711)) { try client.deliver(longRecord(4 << 20), to: inspector) }
        #expect(throws: SocketError.older(pid: 4711)) { try client.events(of: inspector, follow: true) { _ in true } }
        #expect(SocketError.older(pid: 4711).description.contains("end it and start it again"))
        end.signal()
        try await thread.value
    }

    @Test func `a full disk is told to the sender, who still has the links`() throws {
        let records = try records(writer: FullDisk(room: 50))
        let socket = try socket(records)
        let inspector = try client.choose()
        #expect(try client.deliver(Array("shop://a".utf8), to: inspector) == 1)
        let error = #expect(throws: SocketError.self) { try client.deliver(Array("shop://b\nshop://c".utf8), to: inspector) }
        #expect(error?.description.contains("No space left on device") == true)
        #expect(records.count == 1)
        socket.close()
    }

    @Test func `of a text that takes several posts, the first ones stay accepted if a later one fails`() throws {
        let records = try records(writer: FullDisk(room: 3 << 20))
        let socket = try socket(records)
        let line = String(repeating: "x", count: 990)
        let text = (0..<5000).map { "shop://\($0)/\(line)\n" }.joined()
        let error = #expect(throws: SocketError.self) { try client.deliver(Array(text.utf8), to: client.choose()) }
        #expect(records.count > 1000 && records.count < 5000)
        #expect(error?.description.contains("\(records.count) accepted, then: ") == true)
        #expect(error?.description.contains("No space left on device") == true)
        socket.close()
    }

    @Test func `events are handed over to the end`() async throws {
        let log = EventLog()
        for number in 0..<1000 { log.append("{\"event\":\(number)}") }
        let socket = try socket(records(), log: log)
        let lines = try await allEvents()
        #expect(lines.count == 1000 && lines.last == "{\"event\":999}")
        socket.close()
    }

    private func allEvents() async throws -> [String] {
        let client = client
        return try await onThread {
            var lines: [String] = []
            try client.events(of: client.choose(), follow: false) { line in
                lines.append(String(decoding: line, as: UTF8.self))
                return true
            }
            return lines
        }
    }

    @Test func `events are followed as they come`() async throws {
        let log = EventLog()
        log.append("first")
        let socket = try socket(records(), log: log)
        let client = client
        let lines = try await onThread {
            var lines: [String] = []
            try client.events(of: client.choose(), follow: true) { line in
                lines.append(String(decoding: line, as: UTF8.self))
                // Each event that arrives triggers the next one.
                if lines.count < 50 {
                    log.append("next \(lines.count)")
                    socket.eventsAppended()
                }
                return lines.count < 50
            }
            return lines
        }
        #expect(lines == ["first"] + (1..<50).map { "next \($0)" })
        socket.close()
    }

    @Test func `one who follows and does not read holds up nobody`() async throws {
        let log = EventLog()
        for _ in 0..<1500 { log.append(String(repeating: "x", count: 1000)) }
        let socket = try socket(records(), log: log)
        let slow = try RawClient(socket.path)
        try slow.send("GET /events/follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.deliver(Array("shop://a".utf8), to: client.choose()) == 1)
        #expect(try await allEvents().count == 1500)
        socket.close()
        _ = slow.answer()
    }

    @Test func `closing ends those who follow`() async throws {
        let log = EventLog()
        log.append("first")
        let socket = try socket(records(), log: log)
        let client = client
        try await onThread {
            try client.events(of: client.choose(), follow: true) { _ in
                socket.close()
                return true
            }
        }
        #expect(TemporaryFolder.names(in: runtime).isEmpty)
    }
}

/// Events as a program would provide them.
final class EventLog: Sendable {
    private let lines = Mutex<[[UInt8]]>([])

    func append(_ line: String) {
        lines.withLock { $0.append(Array(line.utf8)) }
    }

    func page(_ cursor: Int, _ limit: Int) -> (lines: [[UInt8]], next: Int) {
        lines.withLock { lines in
            let page = Array(lines[min(cursor, lines.count)...].prefix(limit))
            return (page, cursor + page.count)
        }
    }
}
