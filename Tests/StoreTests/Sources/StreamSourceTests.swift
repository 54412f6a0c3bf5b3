import LinkLayers
import Records
import Tasks
import TestSupport
import Testing

@testable import Store

@Suite("Standard input and pipes", .waits, .timeLimit(.minutes(30)))
struct StreamSourceTests {
    let folder = TemporaryFolder()
    let told = Told()

    private func session(_ told: Told? = nil) throws -> Records {
        Records(try SessionJournal.create(in: folder.file("s")), told: told ?? self.told)
    }

    @Test func `lines become records in the journal`() async throws {
        let records = try session()
        let pipe = Pipe()
        let source = try StreamSource(descriptor: pipe.readEnd.descriptor, records: records)
        source.start()
        pipe.write(Array("shop://a\r\n\n{\"event\":1}\nhal".utf8))
        await told.until { $0.recordCount == 2 }
        pipe.write(Array("f\n".utf8))
        let events = await told.until { $0.recordCount == 3 }
        #expect(events.kinds == [.link, .event, .link])
        #expect(try (0..<3).map(records.text) == ["shop://a", #"{"event":1}"#, "half"])
        #expect(try records.record(RecordID(index: 0)).source == .standardInput)
        source.cancel()
    }

    @Test func `the last line needs no newline`() async throws {
        let records = try session()
        let path = folder.write("a\nb", to: "input")
        let source = try StreamSource(path: path, records: records)
        source.start()
        await told.until { $0.states.last == .ended }
        #expect(records.count == 2)
        #expect(try records.text(1) == "b")
        #expect(try String(decoding: TemporaryFolder.read(#require(records.journalPath)), as: UTF8.self).contains(" pipe b\n"))
    }

    @Test func `a copy of a stream keeps its records in a file without a name, so they need no memory`() async throws {
        let records = Records(nil, told: told, memoryBudget: 10)
        let path = folder.write("shop://a\n\nshop://b\nshop://longer/than/the/memory", to: "input")
        let source = try StreamSource(path: path, records: records).spooled(in: folder.path)
        #expect(source.name == path && TemporaryFolder.names(in: folder.path) == ["input"])
        folder.write("", to: "input")
        source.start()
        let events = await told.until { $0.states.last == .ended }
        #expect(events.recordCount == 3 && events.failure == nil)
        #expect(try (0..<3).map(records.text) == ["shop://a", "shop://b", "shop://longer/than/the/memory"])
    }

    @Test func `nothing is lost of very many lines`() async throws {
        let count = Effort.size(RecordLimits.together * 2 + 1, long: 300_000)
        let lines = (0..<count).map { "shop://\($0)" }
        let path = folder.write(lines.joined(separator: "\n"), to: "input")
        let records = try session()
        try StreamSource(path: path, records: records).start()
        let events = await told.until { $0.states.last == .ended }
        #expect(events.recordCount == count && events.isInOrder)
        #expect(events.batches.allSatisfy { $0.count <= RecordLimits.together })
        #expect(try records.text(count - 1) == lines[count - 1])
    }

    @Test func `a line longer than 16 MiB is cut, and the next one is whole`() async throws {
        let path = folder.write(longRecord(RecordLimits.kept + 300_000) + Array("\nnext\n".utf8), to: "input")
        let records = try session()
        try StreamSource(path: path, records: records).start()
        await told.until { $0.states.last == .ended }
        var journal = try JournalTail(#require(records.journalPath), from: 0)
        let entry = try #require(try journal.next().first)
        #expect(entry.content == .record(.file, bytes: longRecord(16 << 20)))
        #expect(try records.record(RecordID(index: 0)).isCut)
        var whole = try JournalTail(#require(records.journalPath), from: 0)
        let record = try whole.record(0)
        #expect(record == nil, "not the whole record")
        #expect(try records.text(1) == "next" && records.count == 2)
    }

    @Test func `any bytes but newlines come through`() async throws {
        var random = SeededRandom(seed: 1)
        let lines = (0..<500).map { _ in
            [UInt8(ascii: "x")]
                + (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }.filter { $0 != 10 }
                + [120]
        }
        let path = folder.write(Array(lines.joined(separator: [10])), to: "input")
        let records = try session()
        try StreamSource(path: path, records: records).start()
        await told.until { $0.states.last == .ended }
        #expect(try (0..<500).map { try records.record(RecordID(index: $0)).bytes } == lines)
        records.close()
        let again = Records(try SessionJournal.continueNewest(in: folder.file("s")), told: Told())
        #expect(try again.reopen().damaged == 0)
        #expect(try (0..<500).map { try again.record(RecordID(index: $0)).bytes } == lines)
    }

    @Test func `a program that is busy holds the reader up, and loses nothing`() async throws {
        let count = Effort.size(RecordLimits.together * 2 + 1, long: 400_000)
        let room = Gate()
        let told = Told(room: room)
        let records = try session(told)
        let path = folder.write(String(repeating: "a\n", count: count), to: "input")
        try StreamSource(path: path, records: records).start()
        await room.untilSomeoneWaits()
        #expect(records.count == RecordLimits.together, "one group, and no more until there is room")
        room.open()
        let events = await told.until { $0.states.last == .ended }
        #expect(events.recordCount == count && events.isInOrder)
    }

    @Test func `cancelling ends a source that waits for room`() async throws {
        let room = Gate()
        let records = try session(Told(room: room))
        // Much more than is read at once.
        let path = folder.write(String(repeating: String(repeating: "a", count: 999) + "\n", count: 2000), to: "input")
        let source = try StreamSource(path: path, records: records)
        source.start()
        await room.untilSomeoneWaits()
        let count = records.count
        source.cancel()
        _ = await source.ended.settled()
        #expect(records.count == count && count < 2000)
    }

    @Test func `when the memory for what waits is full too, reading stops and says so`() async throws {
        let records = Records(
            try SessionJournal.create(in: folder.file("s"), writer: FullDisk(room: 0)), told: told, memoryBudget: 1000)
        let path = folder.write(String(repeating: "a\n", count: 1000), to: "input")
        try StreamSource(path: path, records: records).start()
        let reason = await told.until { $0.failure != nil }.failure
        #expect(reason?.contains("1000 records were not added") == true && reason?.contains("Free some space") == true)
    }
}
