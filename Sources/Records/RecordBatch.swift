/// Records that arrived together, without their bytes, but with the facts that a list needs.
package struct RecordBatch: Sendable {
    /// The ID of the first record. The IDs of the other records follow without a gap.
    package var first: RecordID
    /// The kind of each record.
    package var kinds: [RecordKind]
    /// One summary for each record of the kind `.link`, in the order of the records.
    package var links: [LinkArrival]
    package var source: RecordSource

    package init(first: RecordID, kinds: [RecordKind], links: [LinkArrival], source: RecordSource) {
        self.first = first
        self.kinds = kinds
        self.links = links
        self.source = source
    }

    package var count: Int { kinds.count }
}
