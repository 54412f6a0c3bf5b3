import LinkLayers
import Synchronization

// The append-only store of records, where all sources meet.
//
//    paste, typed, argument ──┐                    ┌─► the journal (written first)
//    StreamSource, socket ────┼─► `append` ────────┼─► the index (assigns the number)
//    FileSource ──────────────┘   one at a time    └─► the outbox (informs the program)
//
// One lock makes the three steps happen in one order, so that replaying the journal gives every record the same number. The lock is held
// while the journal is written. Reading a record takes only the index's lock, which is never held during a write.

/// All records of a session.
package final class Records: Sendable {
    /// The result of adding records.
    package enum Acceptance: Sendable, Hashable {
        /// The records are in the journal.
        case kept(count: Int)
        /// Writing failed. The records are shown and held in memory, and writing them will be tried again.
        case held(count: Int, reason: String)
        /// Only the first `kept` records were accepted. The others are neither in memory nor on disk.
        case refused(kept: Int, reason: String)
    }

    /// What to do with records that cannot be written to the journal.
    package enum Unwritable: Sendable {
        /// Hold them in memory, up to the limit.
        case hold
        /// Refuse them. The sender still has them and is informed.
        case refuse
    }

    let index = RecordIndex()
    let outbox: Outbox
    let writer: Mutex<RecordWriter>
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - journal: The journal. Nil for a session that is not saved, whose records stay in memory up to the limit.
    ///   - memoryBudget: The maximum number of bytes held in memory while nothing can be written.
    ///   - consumer: Called on its own thread, in order, one call at a time. Sources pause while it blocks.
    package init(
        journal: SessionJournal?,
        memoryBudget: Int = 64 << 20,
        now: @escaping @Sendable () -> Int64 = { WallClock.now() },
        consumer: @escaping @Sendable (IntakeEvent) -> Void
    ) {
        writer = Mutex(RecordWriter(journal: journal, memoryBudget: memoryBudget))
        outbox = Outbox(consumer: consumer)
        self.now = now
    }

    deinit {
        outbox.finish()
    }

    /// The path of the journal. Nil if the session is not saved.
    package var journalPath: String? {
        writer.withLock { $0.journalPath }
    }

    /// Ends the session. Nothing more is reported, and a journal without entries is removed.
    package func close() {
        writer.withLock { $0.close() }
        outbox.close()
    }
}
