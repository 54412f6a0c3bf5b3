/// A session whose journal is kept.
package struct SessionSummary: Sendable, Hashable {
    package enum Use: Sendable {
        case free
        /// The session of this inspector.
        case current
        /// A session that another running inspector uses.
        case other
    }

    package var path: String
    /// The name that the user gave to the session.
    package var name: String?
    /// The time of the last change, in milliseconds since 1970.
    package var changedAt: Int64
    /// The size of the journal in bytes.
    package var size: Int64
    package var use: Use
    /// The beginning of the first record.
    package var first: [UInt8]

    package init(path: String, name: String?, changedAt: Int64, size: Int64, use: Use, first: [UInt8]) {
        self.path = path
        self.name = name
        self.changedAt = changedAt
        self.size = size
        self.use = use
        self.first = first
    }
}

/// Whether arriving records are safely stored on disk.
package enum JournalState: Sendable, Hashable {
    case writing
    /// Writing failed. `held` records are kept in memory until another attempt to write them succeeds.
    case failing(reason: String, held: Int)
}

/// The numbers that the records of a replayed journal have in this session. They differ from those in the journal if the session already
/// had records, or if others arrive during the replay.
package struct RecordNumbers: Sendable {
    /// Records that followed each other without others between them.
    private struct Run {
        /// The number of the first record in the journal.
        var first: UInt32
        /// The difference between the numbers in this session and those in the journal.
        var shift: UInt32
    }

    private var runs: [Run] = []
    /// The number of records of the journal that were replayed so far.
    private var count: UInt32 = 0

    package init() {}

    /// Adds the next records of the journal, which have the numbers from `first` on in this session.
    package mutating func append(_ first: RecordID, count added: Int) {
        let shift = first.index &- count
        if (runs.last?.shift ?? 0) != shift { runs.append(Run(first: count, shift: shift)) }
        count &+= UInt32(clamping: added)
    }

    /// Returns the record of this session that has the number `old` in the journal.
    package subscript(old: RecordID) -> RecordID {
        RecordID(index: old.index &+ (runs.last(where: { $0.first <= old.index })?.shift ?? 0))
    }
}
