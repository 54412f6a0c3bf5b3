import Records
import TestSupport
import Testing

@testable import Store

@Suite("Posts on one connection to an inspector", .waits, .timeLimit(.minutes(30)))
struct InspectorConnectionTests {
    let folder = TemporaryFolder()
    let told = Told()
    var client: InspectorClient { InspectorClient(folder: folder.file("r")) }

    private func records(writer: any FileWriting = SystemFileWriter()) throws -> Records {
        Records(try SessionJournal.create(in: folder.file("s"), writer: writer), told: told)
    }

    private func socket(_ records: Records, isKept: Bool = true, timeouts: HTTPListener.Timeouts = .socket) throws -> InspectorSocket {
        try InspectorSocket(folder: folder.file("r"), records: records, isKept: isKept, pid: 4711, timeouts: timeouts) { _, _, answer in
            answer { ([], 0) }
        }
    }

    private func connection() throws -> InspectorConnection { try client.connect(to: client.choose()) }

    private func post(_ text: String, _ connection: InspectorConnection, to path: String = "/listen") throws -> Int {
        try connection.post(Array(text.utf8), to: path)
    }

    @Test func `each post is acknowledged when it is in the journal`() async throws {
        let records = try records()
        let socket = try socket(records)
        let connection = try connection()
        for number in 0..<50 {
            #expect(try post("shop://\(number)/a\n{\"event\":\"\(number)\"}\n", connection) == 2)
            #expect(records.count == 2 * number + 2)
        }
        let journal = String(decoding: TemporaryFolder.read(try #require(records.journalPath)), as: UTF8.self)
        #expect(journal.split(separator: "\n").count == 100)
        #expect(journal.split(separator: "\n").allSatisfy { $0.dropFirst(25).hasPrefix("http ") })
        let events = await told.until { $0.recordCount == 100 }
        #expect(events.isInOrder && events.batches.allSatisfy { $0.source == .http })
        #expect(try records.text(99) == "{\"event\":\"49\"}")
        socket.close()
    }

    @Test func `a large post reaches the program in groups`() async throws {
        let records = try records()
        let socket = try socket(records)
        let count = Effort.size(RecordLimits.together + 1, long: 10_000)
        let lines = (0..<count).map { "shop://\($0)\n" }.joined()
        #expect(try post(lines, connection()) == count)
        let events = await told.until { $0.recordCount == count }
        #expect(events.isInOrder && events.batches.allSatisfy { $0.count <= RecordLimits.together })
        let places = [0, RecordLimits.together - 1, RecordLimits.together, count - 1]
        #expect(try places.map { try records.text($0) } == places.map { "shop://\($0)" })
        socket.close()
    }

    @Test func `on a full disk, a post is refused as a whole, and the next one is tried again`() throws {
        // The first post fits, and so does the first of the two groups of the second post.
        let disk = FullDisk(room: 200_000)
        let records = try records(writer: disk)
        let socket = try socket(records)
        #expect(try post("shop://first\n", connection()) == 1)
        let lines = (0..<5000).map { "shop://\($0)\n" }.joined()
        let error = #expect(throws: SocketError.self) { try post(lines, connection()) }
        #expect(error?.description.contains("No space left on device") == true)
        #expect(records.count == 1)
        disk.makeRoom(1 << 20)
        #expect(try post(lines, connection()) == 5000)
        #expect(records.count == 5001)
        socket.close()
    }

    @Test func `a session that is not saved holds what its user sends, and refuses what apps post`() throws {
        let records = Records(nil as SessionJournal?, told: told)
        let socket = try socket(records, isKept: false)
        #expect(try post("shop://a\n", connection(), to: "/send") == 1)
        #expect(try post("shop://b\n", connection(), to: "/desktop") == 1)
        let error = #expect(throws: SocketError.self) { try post("shop://c\n", connection()) }
        #expect(error == .refused(pid: 4711, reason: "this session has no journal"))
        #expect(records.count == 2)
        socket.close()
    }

    @Test func `a line without a record is none`() throws {
        let records = try records()
        let socket = try socket(records)
        #expect(try post("\n \nshop://a\r\n\n", connection()) == 1)
        #expect(try records.text(0) == "shop://a")
        #expect(throws: SocketError.refused(pid: 4711, reason: "The body has no record.")) { try post("\n \n", connection()) }
        socket.close()
    }

    @Test func `a connection that has posted may be silent for longer than a client that has said nothing`() async throws {
        var timeouts = HTTPListener.Timeouts.socket
        timeouts.head = 500
        let socket = try socket(records(), timeouts: timeouts)
        let connection = try connection()
        #expect(try post("shop://a\n", connection) == 1)
        let path = socket.path
        #expect(try await onThread { try RawClient(path).answer() } == "")
        #expect(!connection.isClosed)
        #expect(try post("shop://b\n", connection) == 1)
        socket.close()
    }

    @Test func `an inspector that ends closes the connection`() throws {
        let first = try socket(records())
        let connection = try connection()
        #expect(try post("shop://a\n", connection) == 1)
        first.close()
        #expect(throws: SocketError.self) {
            // The thread of the connection may take one more post before it sees that the socket is closed.
            for _ in 0..<1000 { _ = try post("shop://b\n", connection) }
        }
        #expect(connection.isClosed)
    }
}
