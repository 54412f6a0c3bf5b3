/// Some records that arrived together: what a list needs of them, without their bytes.
package struct RecordBatch: Sendable {
    /// The first of them; the others follow without a gap.
    package var first: RecordID
    /// One for each record.
    package var kinds: [RecordKind]
    /// One for each record whose kind is `.link`, in order, made where the record was read.
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
