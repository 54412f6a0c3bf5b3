// Because the import is re-exported, all files of this target can use the system's C library.
@_exported public import Platform
package import Records
import Synchronization

// The append-only store of the records from all sources.
//
//    paste, typed, argument ──┐                    ┌─► the journal (written first)
//    StreamSource, socket ────┼─► `append` ────────┼─► the index (assigns the number)
//    FileSource ──────────────┘   one at a time    └─► the outbox (informs the program)
//
// One lock protects the three steps, so the journal, the index and the outbox have the records in the same order. Replaying the journal
// then gives every record the same number. The lock is held while the journal is written. Reading a record takes only the lock of the
// index, which is never held during a write.

/// All records of a session.
package final class Records: Sendable {
    /// The result of adding records.
    package enum Acceptance: Sendable, Hashable {
        /// The records are in the journal.
        case kept(count: Int)
        /// Writing at least some of the records failed. These are held in memory and shown, and writing them will be tried again.
        case held(count: Int, reason: String)
        /// Only the first `kept` records were accepted. The other records are neither in memory nor on disk.
        case refused(kept: Int, reason: String)
    }

    /// The way to handle records that cannot be written to the journal.
    package enum Unwritable: Sendable {
        /// Hold the records in memory, up to the limit.
        case hold
        /// Refuse the records. The sender is informed and still has them.
        case refuse
    }

    let index = RecordIndex()
    let outbox: (any Outbox)?
    let writer: Mutex<RecordWriter>
    let tallies = Mutex<[String: SourceCounts]>([:])
    package let reader: RecordReader
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - journal: The journal; nil for a session that is not saved. The records of such a session stay in memory, up to the limit.
    ///   - outbox: Receives the events; nil if nobody waits for them.
    ///   - memoryBudget: The maximum number of bytes held in memory while nothing can be written.
    ///   - reader: Reads the records that arrive.
    package init(
        journal: SessionJournal?,
        outbox: (any Outbox)? = nil,
        memoryBudget: Int = 64 << 20,
        reader: RecordReader = RecordReader(),
        now: @escaping @Sendable () -> Int64 = { WallClock.now() }
    ) {
        writer = Mutex(RecordWriter(journal: journal, memoryBudget: memoryBudget))
        self.outbox = outbox
        self.reader = reader
        self.now = now
    }

    /// The path of the journal. Nil if the session is not saved.
    package var journalPath: String? {
        writer.withLock { $0.journalPath }
    }

    /// Gives the session a name, which becomes part of the name of its journal.
    package func rename(to name: String) throws(Sessions.Problem) {
        try writer.withLock { writer throws(Sessions.Problem) in try writer.rename(to: name) }
    }

    /// Reports the state of a source, after everything that was reported of it before.
    package func tell(_ name: String, _ state: SourceState) { outbox?.put(source: name, state) }

    /// Ends the session. The lines that are held in memory are written if that is possible now. No more events are reported, and a journal
    /// without entries is removed.
    package func close() {
        writer.withLock { $0.close(index) }
        outbox?.close()
    }
}

extension Records: RecordStore {
    package var count: Int { index.count }

    package func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        guard let item = index.item(id) else { throw .unknown(id) }
        let (entry, path) = (item.entry, item.held.path)
        let count = min(entry.byteCount, RecordLimits.read)
        let bytes: [UInt8]
        if let memory = item.memory {
            bytes = Array(memory.prefix(count))
        } else {
            guard let file = item.held.file, item.held.loss == nil else {
                throw .gone(id, path: path, reason: item.held.loss ?? "is gone")
            }
            bytes = try failing(
                as: { (error: SystemError) in RecordStoreError.unreadable(id, path: path, reason: error.description) },
                file.bytes(at: entry.offset, count: count))
            if bytes.count < count { throw .gone(id, path: path, reason: "was truncated") }
        }
        return StoredRecord(
            id: id, bytes: Self.part(entry.part, of: bytes), arrivedAt: item.arrivedAt, source: item.segment.source,
            isCut: entry.isCut || bytes.count < entry.byteCount)
    }

    /// Returns a record that is made from a line. `part` 0 is the line itself. See ``PastedText/recordsMade(fromLine:of:)``.
    static func part(_ part: Int, of line: [UInt8]) -> [UInt8] {
        let records = part > 0 ? PastedText.recordsMade(fromLine: line.span, of: RecordKind(of: line)) ?? [] : []
        return records.indices.contains(part - 1) ? records[part - 1].bytes : line
    }

    /// Returns the records that can be read. Neighboring records are read together, so reading a screen of rows often takes one system
    /// call.
    package func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] {
        let ids = ids.sorted()
        let entries = index.entries(ids)
        var records: [RecordID: StoredRecord] = [:]
        records.reserveCapacity(ids.count)
        forEachRecord(ids, entries) { row, bytes, isCut in
            guard let bytes, let (arrivedAt, source) = entries.origin(of: row) else { return }
            let copy = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
            records[ids[row]] = StoredRecord(id: ids[row], bytes: copy, arrivedAt: arrivedAt, source: source, isCut: isCut)
        }
        return records
    }

    package func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void) {
        forEachRecord(rows, index.entries(rows), body)
    }

    private func forEachRecord(
        _ rows: [RecordID?], _ entries: RecordIndex.Entries, _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void
    ) {
        var row = 0
        while row < rows.count {
            guard let run = entries.run(from: row) else {
                if let id = rows[row], let record = try? record(id) {
                    body(row, record.bytes.span, record.isCut)
                } else {
                    body(row, nil, false)
                }
                row += 1
                continue
            }
            let block = (try? run.file.bytes(at: run.bytes.lowerBound, count: run.bytes.count)) ?? []
            for row in run.rows {
                let place = entries.place(of: row, in: run)
                // A file that was truncated in the meantime has fewer bytes.
                guard place.upperBound <= block.count else {
                    body(row, nil, entries.isCut(row))
                    continue
                }
                let part = entries.part(row)
                if part == 0 {
                    body(row, block.span.extracting(place), entries.isCut(row))
                } else {
                    body(row, Self.part(part, of: Array(block[place])).span, entries.isCut(row))
                }
            }
            row = run.rows.upperBound
        }
    }
}

extension Records {
    /// What each source has brought so far, by the name of the source.
    package var sourceCounts: [String: SourceCounts] { tallies.withLock { $0 } }

    /// Counts what a source has brought.
    func count(_ records: Int, linesLeftOut: Int = 0, from name: String) {
        guard records > 0 || linesLeftOut > 0 else { return }
        tallies.withLock { tallies in
            tallies[name, default: SourceCounts()].records += records
            tallies[name, default: SourceCounts()].linesLeftOut += linesLeftOut
        }
    }
}

/// Takes the events of a session to the program, in the order in which they are put here.
///
/// Sources can read without end, so they wait for room before they read more. Nobody else waits: an event is put here while the records are
/// locked, so that the events have the order of the records' numbers. So `put` neither waits nor calls the records.
package protocol Outbox: Sendable {
    func put(records batch: RecordBatch)
    /// Adds the state of a source. `name` is its path or "standard input".
    func put(source name: String, _ state: SourceState)
    func put(journal state: JournalState)
    /// Adds an act of the user in an earlier session that is being reopened. `numbers` has the records that the numbers in the act stand for.
    func put(act json: [UInt8], at time: Int64, numbers: RecordNumbers)
    /// Waits while many events have not been taken yet. Returns at the latest when `wakeAll` or `close` is called.
    func waitForRoom()
    /// Wakes all sources that wait for room, because some of them may have been canceled.
    func wakeAll()
    /// Drops the events that have not been taken. From now on none is kept, and nobody waits.
    func close()
}
