/// Records that arrived together, with the facts that a list needs. Only a small batch has the content of its records.
package struct RecordBatch: Sendable {
    /// The ID of the first record. The IDs of the other records follow without a gap.
    package var first: RecordID
    /// The kind of each record.
    package var kinds: [RecordKind]
    /// One summary for each record of the kind `.link`, in the order of the records.
    package var links: [LinkArrival]
    package var source: RecordSource
    /// The records of a small batch, which are probably the next ones to be shown. Empty for a large batch.
    package var read: [ReadRecord]

    /// Whether the records arrived in an earlier part of the session, and are only read again.
    package var isReopened: Bool

    package init(
        first: RecordID, kinds: [RecordKind], links: [LinkArrival], source: RecordSource, read: [ReadRecord] = [], isReopened: Bool = false
    ) {
        self.first = first
        self.kinds = kinds
        self.links = links
        self.source = source
        self.read = read
        self.isReopened = isReopened
    }

    package var count: Int { kinds.count }
}
