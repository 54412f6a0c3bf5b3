import Dispatch
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Lines of the journal on the disk", .waits, .timeLimit(.minutes(30)))
struct JournalSyncTests {
    /// A disk that counts what is written and what is synchronized.
    private final class CountingDisk: FileWriting {
        struct Counts {
            var written = 0
            var isSynchronized = true
            var synchronizations = 0
        }

        let counts = Mutex(Counts())
        let synchronized = DispatchSemaphore(value: 0)
        private let disk = SystemFileWriter()

        func write(_ bytes: Span<UInt8>, at offset: Int64, to descriptor: Int32) throws(SystemError) -> Int {
            let count = try disk.write(bytes, at: offset, to: descriptor)
            counts.withLock { counts in
                counts.written += 1
                counts.isSynchronized = false
            }
            return count
        }

        func truncate(_ descriptor: Int32, to size: Int64) throws(SystemError) { try disk.truncate(descriptor, to: size) }

        func synchronize(_ descriptor: Int32) throws(SystemError) {
            counts.withLock { counts in
                counts.isSynchronized = true
                counts.synchronizations += 1
            }
            try disk.synchronize(descriptor)
            synchronized.signal()
        }
    }

    private let folder = TemporaryFolder()

    @Test func `each line is brought to the disk, without anybody asking for it`() throws {
        let disk = CountingDisk()
        var journal = try SessionJournal.create(in: folder.file("s"), writer: disk)
        for line in ["2025-11-21T01:00:07.123Z paste a://1\n", "2025-11-21T01:00:07.123Z paste a://2\n"] {
            _ = try journal.append(Array(line.utf8))
            disk.synchronized.wait()
        }
        #expect(disk.counts.withLock { ($0.written, $0.synchronizations) } == (2, 2))
        journal.release()
        #expect(disk.counts.withLock { $0.synchronizations } == 2, "a journal without new lines is not synchronized again")
    }

    @Test func `lines that come together are synchronized together`() throws {
        let disk = CountingDisk()
        var journal = try SessionJournal.create(in: folder.file("s"), writer: disk)
        for _ in 0..<1000 { _ = try journal.append(Array("2025-11-21T01:00:07.123Z paste a://1\n".utf8)) }
        journal.release()
        let counts = disk.counts.withLock { $0 }
        #expect(counts.written == 1000 && counts.isSynchronized)
        #expect(counts.synchronizations < 500)
    }

    @Test func `a session that ends has all its lines on the disk`() throws {
        let disk = CountingDisk()
        let records = Records(try SessionJournal.create(in: folder.file("s"), writer: disk), told: Told())
        records.accept(records: [Array("shop://a\n".utf8)], from: .paste)
        records.close()
        #expect(disk.counts.withLock { $0.isSynchronized })
    }
}
