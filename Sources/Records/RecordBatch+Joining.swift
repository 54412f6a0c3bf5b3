extension RecordBatch {
    /// The most records whose content a batch keeps when it grows. More rows than these are not shown at once.
    private static let mostRead = 64

    /// Adds the records of the next batch. Returns false and changes nothing if it does not continue this batch, or if the result would have
    /// more than `most` records.
    package mutating func join(_ next: RecordBatch, atMost most: Int) -> Bool {
        guard next.source == source, next.isReopened == isReopened, UInt64(first.index) + UInt64(count) == UInt64(next.first.index),
            count + next.count <= most
        else { return false }
        // Either the content of all records is kept or of none.
        let keepsContent = read.count == count && next.read.count == next.count && count + next.count <= Self.mostRead
        if keepsContent { read += next.read } else { read = [] }
        kinds += next.kinds
        links += next.links
        return true
    }
}
