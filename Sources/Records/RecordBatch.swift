/// Records that arrived together, without their bytes: what a list needs to know about them.
package struct RecordBatch: Sendable {
    /// The ID of the first record. The others follow without a gap.
    package var first: RecordID
    /// The kind of each record.
    package var kinds: [RecordKind]
    /// One summary for each record of the kind `.link`, in order, made where the record was read.
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
