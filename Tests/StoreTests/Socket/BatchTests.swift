import Records
import TestSupport
import Testing

@testable import Store

@Suite("Batches on one connection to an inspector", .waits, .timeLimit(.minutes(30)))
struct BatchTests {
    let folder = TemporaryFolder()
    let told = Told()
    var client: InspectorClient { InspectorClient(folder: folder.file("r")) }

    private func records(writer: any FileWriting = SystemFileWriter()) throws -> Records {
        Records(try SessionJournal.create(in: folder.file("s"), writer: writer), told: told)
    }

    private func socket(_ records: Records, idleTimeout: Int32 = 30_000) throws -> InspectorSocket {
        try InspectorSocket(folder: folder.file("r"), records: records, pid: 4711, idleTimeout: idleTimeout) { _, _, answer in
            answer { ([], 0) }
        }
    }

    private func deliver(_ text: String, _ connection: BatchConnection) throws -> Int { try connection.deliver(Array(text.utf8)) }

    @Test func `each batch is acknowledged when it is in the journal`() async throws {
        let records = try records()
        let socket = try socket(records)
        let connection = try client.batches(to: client.choose())
        for number in 0..<50 {
            #expect(try deliver("shop://\(number)/a\n{\"event\":\"\(number)\"}\n", connection) == 2)
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

    @Test func `a large batch reaches the program in groups`() async throws {
        let records = try records()
        let socket = try socket(records)
        let connection = try client.batches(to: client.choose())
        let count = Effort.size(LineGroup.maximum + 1, long: 10_000)
        let lines = (0..<count).map { "shop://\($0)\n" }.joined()
        #expect(try deliver(lines, connection) == count)
        let events = await told.until { $0.recordCount == count }
        #expect(events.isInOrder && events.batches.allSatisfy { $0.count <= LineGroup.maximum })
        let places = [0, LineGroup.maximum - 1, LineGroup.maximum, count - 1]
        #expect(try places.map { try records.text($0) } == places.map { "shop://\($0)" })
        socket.close()
    }

    @Test func `on a full disk, a batch is refused as a whole, and the next one is tried again`() throws {
        // The first batch fits, and so does the first of the two groups of the second batch.
        let disk = FullDisk(room: 200_000)
        let records = try records(writer: disk)
        let socket = try socket(records)
        let connection = try client.batches(to: client.choose())
        #expect(try deliver("shop://first\n", connection) == 1)
        let lines = (0..<5000).map { "shop://\($0)\n" }.joined()
        let error = #expect(throws: SocketError.self) { try deliver(lines, connection) }
        #expect(error?.description.contains("No space left on device") == true)
        #expect(records.count == 1)
        disk.makeRoom(1 << 20)
        #expect(try deliver(lines, connection) == 5000)
        #expect(records.count == 5001)
        socket.close()
    }

    @Test(arguments: [
        ("x\n", "a batch begins with its number of bytes, 1 to 8388608"), ("0\n", "a batch begins with its number of bytes, 1 to 8388608"),
        ("-5\n", "a batch begins with its number of bytes, 1 to 8388608"),
        ("99999999999999999999999\n", "a batch begins with its number of bytes, 1 to 8388608"),
        ("8388609\n", "a batch begins with its number of bytes, 1 to 8388608"),
        (String(repeating: "1", count: 50_000), "a batch begins with its number of bytes, 1 to 8388608"),
        ("8\nshop://a", "a batch does not end with a line"), ("3\nshop://a\n", "a batch does not end with a line"),
    ])
    func `a batch that is framed wrongly ends the connection`(sent: String, answer: String) throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        try? raw.send("deliver --batches http\n" + sent)
        #expect(raw.answer() == "error \(answer)")
        #expect(records.count == 0)
        socket.close()
    }

    @Test func `a batch that is torn is not stored`() throws {
        let records = try records()
        let socket = try socket(records)
        let raw = try RawClient(socket.path)
        try raw.send("deliver --batches http\n9\nshop://a\n20\nshop://b\nshop:")
        raw.endSending()
        #expect(raw.answer() == "ok 1")
        #expect(records.count == 1)
        socket.close()
    }

    @Test func `a listener may be silent for longer than a sender`() async throws {
        let socket = try socket(records(), idleTimeout: 300)
        let connection = try client.batches(to: client.choose())
        #expect(try deliver("shop://a\n", connection) == 1)
        let path = socket.path
        #expect(try await onThread { try RawClient(path).answer() } == "error nothing arrived for 0 s")
        #expect(!connection.isClosed)
        #expect(try deliver("shop://b\n", connection) == 1)
        socket.close()
    }

    @Test func `an inspector that ends closes the connection`() throws {
        let first = try socket(records())
        let connection = try client.batches(to: client.choose())
        #expect(try deliver("shop://a\n", connection) == 1)
        first.close()
        #expect(throws: SocketError.self) {
            // The thread of the connection may take one more batch before it sees that the socket is closed.
            for _ in 0..<1000 { _ = try deliver("shop://b\n", connection) }
        }
        #expect(connection.isClosed)
    }
}
