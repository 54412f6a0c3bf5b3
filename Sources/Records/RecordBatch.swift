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

    package init(first: RecordID, kinds: [RecordKind], links: [LinkArrival], source: RecordSource, read: [ReadRecord] = []) {
        self.first = first
        self.kinds = kinds
        self.links = links
        self.source = source
        self.read = read
    }

    package var count: Int { kinds.count }
}
