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
    let outbox: Outbox
    let writer: Mutex<RecordWriter>
    let tallies = Mutex<[String: SourceCounts]>([:])
    package let reader: RecordReader
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - journal: The journal; nil for a session that is not saved. The records of such a session stay in memory, up to the limit.
    ///   - memoryBudget: The maximum number of bytes held in memory while nothing can be written.
    ///   - reader: Reads the records that arrive.
    ///   - consumer: A closure that receives the events in order, one call at a time, on a separate thread. While it blocks, sources pause.
    package init(
        journal: SessionJournal?,
        memoryBudget: Int = 64 << 20,
        reader: RecordReader = RecordReader(),
        now: @escaping @Sendable () -> Int64 = { WallClock.now() },
        consumer: @escaping @Sendable (IntakeEvent) -> Void
    ) {
        writer = Mutex(RecordWriter(journal: journal, memoryBudget: memoryBudget))
        outbox = Outbox(consumer: consumer)
        self.reader = reader
        self.now = now
    }

    deinit {
        outbox.finish()
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
    package func tell(_ name: String, _ state: SourceState) { outbox.put(.source(name: name, state)) }

    /// Ends the session. The lines that are held in memory are written if that is possible now. No more events are reported, and a journal
    /// without entries is removed.
    package func close() {
        writer.withLock { $0.close(index) }
        outbox.close()
    }
}
