import LinkLayers
import Synchronization

// The store of records: append-only, and the place where all ways in meet.
//
//     paste, typed, argument ──┐                    ┌─► the journal (written first)
//     StreamSource, socket ────┼─► `append` ────────┼─► the index (gives the number)
//     FileSource ──────────────┘   one at a time    └─► the outbox (tells the program)
//
// One lock makes the three happen in one order, so that replaying the journal gives every record its number again. It is held while the
// journal is written; reading a record takes only the index's lock and never waits for that.

/// All records of a session.
package final class Records: Sendable {
    /// What became of records that were handed in.
    package enum Acceptance: Sendable, Hashable {
        /// They are in the journal.
        case kept(count: Int)
        /// The disk did not take them: they are shown and held in memory, and will be tried again.
        case held(count: Int, reason: String)
        /// The first `kept` of them were taken, the others were not: nothing of those is in memory or on disk.
        case refused(kept: Int, reason: String)
    }

    /// What to do with records that the journal cannot take.
    package enum Unwritable: Sendable {
        /// Hold them in memory, up to the budget.
        case hold
        /// Refuse them: the sender still has them, and is told.
        case refuse
    }

    let index = RecordIndex()
    let outbox: Outbox
    let writer: Mutex<RecordWriter>
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - journal: nil for a session that keeps nothing: records then lie in memory, up to the budget.
    ///   - memoryBudget: So many bytes may be held while the disk takes nothing.
    ///   - consumer: Called on a thread of its own, in order, one call at a time; while it blocks, sources pause.
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

    /// Where the session is kept; nil where it is kept nowhere.
    package var journalPath: String? {
        writer.withLock { $0.journalPath }
    }

    /// Ends the session: nothing more is told, and a journal without a line is removed.
    package func close() {
        writer.withLock { $0.close() }
        outbox.close()
    }
}
