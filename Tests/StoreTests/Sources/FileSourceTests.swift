import LinkLayers
import Records
import TestSupport
import Testing

@testable import Store

@Suite("A regular file, read in place", .waits, .timeLimit(.minutes(30)))
struct FileSourceTests {
    let folder = TemporaryFolder()
    let told = Told()

    private func start(_ name: String, follow: Bool = false, patience: Int32 = 200, _ records: Records? = nil) throws -> (
        Records, FileSource
    ) {
        let records = records ?? Records(nil, told: told)
        let source = try FileSource(path: folder.file(name), records: records, follow: follow, patience: patience)
        source.start()
        return (records, source)
    }

    @Test func `is cut into records`() async throws {
        folder.write("\u{FEFF}shop://a\r\n\n{\"event\":1}\n \t\nshop://last", to: "links")
        let (records, _) = try start("links")
        let events = await told.until { $0.states.last == .ended }
        #expect(events.kinds == [.link, .event, .link] && events.batches.flatMap(\.facts.links).count == 2)
        #expect(events.batches.flatMap(\.facts.mentions).map(\.index) == [1], "the event is read to find its link")
        #expect(try (0..<3).map(records.text) == ["shop://a", #"{"event":1}"#, "shop://last"])
        #expect(try records.record(RecordID(index: 0)).source == .file)
    }

    @Test func `of many lines comes in batches, the numbers without a gap`() async throws {
        // Enough for three batches.
        let count = Effort.size(RecordLimits.together * 2 + 1, long: 50_000)
        let lines = (0..<count).map { "shop://\($0)" }
        folder.write(lines.joined(separator: "\n") + "\n", to: "links")
        let (records, _) = try start("links")
        let events = await told.until { $0.states.last == .ended }
        #expect(events.isInOrder && events.recordCount == count)
        #expect(events.batches.allSatisfy { $0.count <= RecordLimits.together })
        let ids = [0, 1, RecordLimits.together - 1, RecordLimits.together, count - 1].map { RecordID(index: UInt32($0)) }
        let read = records.records(ids + [RecordID(index: UInt32(count))])
        #expect(
            read.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
                == Dictionary(uniqueKeysWithValues: ids.map { ($0, lines[Int($0.index)]) }))
        #expect(throws: RecordStoreError.unknown(RecordID(index: UInt32(count)))) { try records.record(RecordID(index: UInt32(count))) }
    }

    @Test func `a line of more than a MiB is cut when it is read`() async throws {
        folder.write(Array("a\n".utf8) + longRecord(3 << 20) + Array("\nb\n".utf8), to: "links")
        let (records, _) = try start("links")
        await told.until { $0.states.last == .ended }
        #expect(records.count == 3)
        let cut = try records.record(RecordID(index: 1))
        #expect(cut.isCut && cut.bytes.count == 1 << 20)
        #expect(try records.text(2) == "b" && !records.record(RecordID(index: 2)).isCut)
    }

    @Test func `a line of exactly a MiB is whole`() async throws {
        folder.write(longRecord(1 << 20) + Array("\r\nb".utf8), to: "links")
        let (records, _) = try start("links")
        await told.until { $0.states.last == .ended }
        let whole = try records.record(RecordID(index: 0))
        #expect(!whole.isCut && whole.bytes.count == 1 << 20 && records.count == 2)
    }

    @Test func `that grows is followed`() async throws {
        folder.write("a\n", to: "links")
        let (records, source) = try start("links", follow: true, patience: 60_000)
        await told.until { $0.states.last == .following }
        folder.append("b\nhalf", to: "links")
        await told.until { $0.recordCount == 2 }
        folder.append(" and half\n", to: "links")
        await told.until { $0.recordCount == 3 }
        #expect(try records.text(2) == "half and half")
        source.cancel()
    }

    @Test func `an unfinished line is taken when nobody finishes it`() async throws {
        folder.write("a\nb", to: "links")
        let (records, source) = try start("links", follow: true, patience: 1)
        await told.until { $0.recordCount == 2 }
        #expect(try records.text(1) == "b")
        source.cancel()
    }

    @Test(arguments: ["c\n", "cccccccc\nd\n"])
    func `that is overwritten is said, its records are gone, the new ones are read`(content: String) async throws {
        folder.write("aaaa\nb\n", to: "links")
        let (records, source) = try start("links", follow: true)
        await told.until { $0.states.last == .following }
        folder.write(content, to: "links")
        let events = await told.until { $0.recordCount >= 3 }
        #expect(events.states.contains(.changed(.truncated)))
        let error = #expect(throws: RecordStoreError.self) { try records.record(RecordID(index: 0)) }
        #expect(error?.description.contains("overwritten or truncated") == true)
        #expect(try records.text(2) == String(content.prefix { $0 != "\n" }))
        source.cancel()
    }

    @Test func `that is replaced is said, and its records can still be read`() async throws {
        folder.write("old\n", to: "links")
        let (records, source) = try start("links", follow: true)
        await told.until { $0.states.last == .following }
        folder.write("new\n", to: "other")
        folder.rename("other", to: "links")
        let events = await told.until { $0.recordCount == 2 && $0.states.last == .following }
        #expect(events.states.contains(.changed(.replaced)))
        #expect(try records.text(0) == "old" && records.text(1) == "new")
        folder.append("newer\n", to: "links")
        await told.until { $0.recordCount == 3 }
        source.cancel()
    }

    @Test func `that is removed and made again is read again`() async throws {
        folder.write("old\n", to: "links")
        let (records, source) = try start("links", follow: true)
        await told.until { $0.states.last == .following }
        folder.unlink("links")
        await told.until { $0.states.last == .changed(.removed) }
        #expect(try records.text(0) == "old")
        folder.write("new\n", to: "links")
        await told.until { $0.recordCount == 2 }
        #expect(try records.text(1) == "new")
        source.cancel()
    }

    @Test func `that is not there, or a folder, is an error`() async throws {
        _ = try start("nothing")
        #expect(await told.until { $0.failure != nil }.failure?.contains("No such file") == true)
        folder.makeFolder("folder", mode: 0o700)
        let other = Told()
        let source = try FileSource(path: folder.file("folder"), records: Records(nil, told: other))
        source.start()
        #expect(await other.until { $0.failure != nil }.failure?.contains("directory") == true)
    }

    @Test func `in a reopened session has its records under their numbers, and is followed on`() async throws {
        let sessions = folder.file("s")
        folder.write("a\nb\n", to: "links")
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: told)
            let (_, source) = try start("links", follow: true, records)
            await told.until { $0.states.last == .following }
            records.accept(records: [Array("pasted".utf8)], from: .paste)
            folder.append("c\n", to: "links")
            await told.until { $0.recordCount == 4 }
            for (number, text) in ["a", "b", "pasted", "c"].enumerated() {
                var journal = try JournalTail(#require(records.journalPath), from: 0)
                let record = try journal.record(number)
                #expect(record == Array(text.utf8))
            }
            source.cancel()
            records.close()
        }
        folder.append("d\n", to: "links")
        let again = Told()
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: again)
        let session = try records.reopen()
        #expect(try (0..<4).map(records.text) == ["a", "b", "pasted", "c"])
        let source = try FileSource(try #require(session.files.first), records: records)
        source.start()
        await again.until { $0.recordCount == 5 }
        #expect(try records.text(4) == "d")
        source.cancel()
    }

    @Test func `that was replaced before a reopened session goes on is read from its beginning`() async throws {
        let sessions = folder.file("s")
        folder.write("a\nb\n", to: "links")
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: told)
            _ = try start("links", records)
            await told.until { $0.states.last == .ended }
            records.close()
        }
        let again = Told()
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: again)
        let session = try records.reopen()
        folder.write("new\n", to: "other")
        folder.rename("other", to: "links")
        let source = try FileSource(try #require(session.files.first), records: records)
        source.start()
        let events = await again.until { $0.recordCount == 3 }
        #expect(events.states.contains(.changed(.replaced)))
        #expect(try (0..<3).map(records.text) == ["a", "b", "new"])
        source.cancel()
    }

    @Test func `that is emptied and written again, before anything new was read, is read from its beginning`() async throws {
        let sessions = folder.file("s")
        folder.write("shop://first\nshop://second\n", to: "links")
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: told)
            _ = try start("links", records)
            await told.until { $0.states.last == .ended }
            records.close()
        }
        let again = Told()
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: again)
        let source = try FileSource(try #require(try records.reopen().files.first), records: records)
        source.start()
        await again.until { $0.states.last == .following }
        folder.write("shop://new\n", to: "links")
        let events = await again.until { $0.recordCount == 3 }
        #expect(events.states.contains(.changed(.truncated)))
        #expect(try records.text(2) == "shop://new")
        source.cancel()
    }

    @Test(
        "that has other lines when the session is reopened is read from its beginning",
        arguments: ["shop://new\n", "shop://new\nshop://newer\nshop://newest\n", ""])
    func replaced(text: String) async throws {
        let sessions = folder.file("s")
        folder.write("shop://first\nshop://second\n", to: "links")
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: told)
            _ = try start("links", records)
            await told.until { $0.states.last == .ended }
            records.close()
        }
        folder.write(text, to: "links")
        let again = Told()
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: again)
        let session = try records.reopen()
        #expect(session.lost == 2)
        let source = try FileSource(try #require(session.files.first), records: records)
        source.start()
        await again.until { $0.states.last == .following }
        folder.append("shop://last\n", to: "links")
        let lines = text.split(separator: "\n").map(String.init) + ["shop://last"]
        await again.until { $0.recordCount == 2 + lines.count }
        #expect(try lines.indices.map { try records.text(2 + $0) } == lines)
        source.cancel()
    }

    @Test func `with a line longer than a record is not sent again in part`() async throws {
        folder.write(longRecord(2 << 20) + Array("\nnext\n".utf8), to: "links")
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
        _ = try start("links", records)
        await told.until { $0.states.last == .ended }
        for (number, expected) in [nil, Array("next".utf8)].enumerated() {
            var journal = try JournalTail(#require(records.journalPath), from: 0)
            let record = try journal.record(number)
            #expect(record == expected)
        }
        records.close()
    }

    @Test func `that is gone when the session is reopened leaves its numbers`() async throws {
        let sessions = folder.file("s")
        folder.write("a\nb\n", to: "links")
        do {
            let records = Records(try SessionJournal.create(in: sessions), told: told)
            _ = try start("links", records)
            await told.until { $0.states.last == .ended }
            records.accept(records: [Array("pasted".utf8)], from: .paste)
            records.close()
        }
        folder.unlink("links")
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: Told())
        let session = try records.reopen()
        #expect(session.lost == 2 && session.records == 3)
        #expect(try records.text(2) == "pasted")
        #expect(throws: RecordStoreError.self) { try records.record(RecordID(index: 0)) }
    }
}
