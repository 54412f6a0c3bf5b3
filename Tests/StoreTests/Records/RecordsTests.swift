import LinkLayers
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The store of records", .waits, .timeLimit(.minutes(30)))
struct RecordsTests {
    let folder = TemporaryFolder()

    @Test func `sixteen bytes a record`() {
        #expect(MemoryLayout<RecordIndex.Entry>.stride == 16)
    }

    @Test func `times that are months apart, or go back, are kept`() throws {
        let times: [Int64] = [1_000_000, 1_000_001, 1_000_000 + (1 << 33), 500, 501]
        let clock = Mutex(times)
        let records = Records(
            journal: try SessionJournal.create(in: folder.file("s")), now: { clock.withLock { $0.isEmpty ? 0 : $0.removeFirst() } })
        for _ in times { records.accept(records: [Array("shop://a".utf8)], from: .typed) }
        #expect(try (0..<5).map { try records.record(RecordID(index: $0)).arrivedAt } == times)
    }

    @Test func `a text with nothing in it is no record`() {
        let records = Records(nil, told: Told())
        #expect(records.accept(records: [Array(" \n\r\n\t\n".utf8)], from: .paste) == .kept(count: 0))
        #expect(records.count == 0)
    }

    @Test func `records that were found in a text are not searched for links again, and none is longer than a line`() throws {
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: Told())
        let found = ["see shop://1 or shop://2", "shop://3\nshop://4\r", ""].map { Array($0.utf8) }
        #expect(records.accept(records: found, from: .paste) == .kept(count: 3))
        #expect(try (0..<3).map { try records.text($0) } == ["see shop://1 or shop://2", "shop://3", "shop://4"])
    }

    @Test func `a small batch has its records as they come back from the journal, with their content; a large one has none`() async throws {
        let told = Told()
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
        let found = ["shop://1", "{\"event\":\"e\"}", "{\"url\":\"shop://2\"}", "shop://3", "shop://4"]
        records.accept(records: found.map { Array($0.utf8) }, from: .paste)
        let read = try #require(await told.until { !$0.batches.isEmpty }.batches.first?.read)
        #expect(try read.map(\.record) == (0..<5).map { try records.record(RecordID(index: $0)) })
        #expect(read.map { $0.content.link } == ["shop://1", nil, "shop://2", "shop://3", "shop://4"])
        records.accept(records: [Array(Array(repeating: "shop://1", count: 65).joined(separator: "\n").utf8)], from: .paste)
        records.accept(records: [Array("shop://\(String(repeating: "1", count: 1 << 16))".utf8)], from: .paste)
        let later = await told.until { $0.batches.count == 3 }.batches.dropFirst()
        #expect(later.map(\.read.count) == [0, 0])
    }

    @Test func `a megabyte in one line, a NUL and invalid UTF-8 come back as they were`() throws {
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: Told())
        for bytes in [longRecord(1_000_000), [120, 0, 121], [0xC3, 0x28, 0xFF]] {
            records.accept(records: [bytes], from: .paste)
            #expect(try records.record(RecordID(index: UInt32(records.count - 1))).bytes == bytes)
        }
    }

    @Test func `what is handed out is cut, what is kept is not`() throws {
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: Told())
        let long = longRecord((1 << 20) + 1)
        records.accept(records: [long], from: .paste)
        let cut = try records.record(RecordID(index: 0))
        #expect(cut.isCut && cut.bytes.count == 1 << 20)
        var journal = try JournalTail(#require(records.journalPath), from: 0)
        let kept = try journal.record(0)
        #expect(kept == long)
        #expect(records.records([RecordID(index: 0)]) == [RecordID(index: 0): cut])
    }

    @Test func `rows get their records in the order of the rows, from wherever the records are`() throws {
        let journal = try SessionJournal.create(in: folder.file("s"))
        let records = Records(journal, told: Told())
        for number in 0..<3000 {
            let text = Array("shop://\(number)/\(String(repeating: "x", count: number % 90))".utf8)
            records.accept(records: [number % 100 == 7 ? longRecord(70_000 + number) : text], from: .paste)
        }
        records.accept(records: [longRecord((1 << 20) + 1)], from: .paste)
        let unsaved = Records(nil, told: Told())
        unsaved.accept(records: [Array("shop://held".utf8)], from: .typed)

        var rows: [UInt32?] = (0...3000).map(Optional.some)
        rows += [5, 5, 5, nil, 2999, 0, 7, nil, 3000, 3001, 1] + (0..<300).reversed().map(Optional.some)
        var seen: [String] = []
        records.forEachRecord(rows.map { $0.map(RecordID.init) }) { row, bytes, isCut in
            #expect(row == seen.count)
            seen.append("\(isCut) none")
            if let bytes { seen[row] = "\(isCut) \(bytes.count) \(bytes[bytes.count - 1])" }
        }
        let expected = rows.map { id in
            guard let id, let record = try? records.record(RecordID(index: id)) else { return "false none" }
            return "\(record.isCut) \(record.bytes.count) \(record.bytes.last ?? 0)"
        }
        #expect(seen == expected)
        unsaved.forEachRecord([RecordID(index: 0), RecordID(index: 1)]) { row, bytes, _ in
            #expect(bytes?.count == (row == 0 ? 11 : nil))
        }
    }

    @Test func `many threads at once: numbers without a gap, each told once, in order`() async throws {
        let told = Told()
        let records = Records(try SessionJournal.create(in: folder.file("s")), told: told)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    try await onThread {
                        for number in 0..<200 { records.accept(records: [Array("shop://\(thread)/\(number)".utf8)], from: .paste) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let events = await told.until { $0.recordCount == 800 }
        #expect(events.isInOrder)
        let texts = try (0..<800).map(records.text)
        #expect(Set(texts).count == 800)
        records.close()
        let again = Records(try SessionJournal.continueNewest(in: folder.file("s")), told: Told())
        _ = try again.reopen()
        #expect(try (0..<800).map(again.text) == texts)
    }

    @Test func `a file that cannot be read is an error with its path and reason`() throws {
        let records = Records(nil, told: Told())
        let broken = try OpenFile.open(folder.path, 0)
        let number = records.index.addFile(broken, path: folder.path)
        let id = try #require(
            records.index.append([RecordPlace(offset: 0, length: 5, isCut: false)], in: number, source: .file, at: 0))
        #expect(throws: RecordStoreError.unreadable(id, path: folder.path, reason: "Is a directory (pread)")) { try records.record(id) }
        #expect(records.records([id]).isEmpty)
    }

    @Test func `the source for a path is the one that fits`() throws {
        let records = Records(nil, told: Told())
        let path = folder.write("a\n", to: "file")
        #expect(try records.source(path: path) is FileSource)
        #expect(try records.source(path: "/dev/null") is StreamSource)
        #expect(throws: SystemError.self) { try records.source(path: folder.path) }
        #expect(throws: SystemError.self) { try records.source(path: folder.file("nothing")) }
        let redirected = try OpenFile.open(path, 0)
        #expect(try records.standardInput(descriptor: redirected.descriptor) is FileSource)
        let pipe = Pipe()
        #expect(try records.standardInput(descriptor: pipe.readEnd.descriptor) is StreamSource)
    }
}

extension RecordContent {
    fileprivate var link: String? {
        if case .link(let inspection) = self { String(decoding: inspection.bytes, as: UTF8.self) } else { nil }
    }
}
