/// A record as received, read back from storage.
package struct StoredRecord: Sendable, Hashable {
    package var id: RecordID
    /// The line without its line end. The line may contain any bytes except a newline, including NUL and invalid UTF-8.
    package var bytes: [UInt8]
    /// Milliseconds since 1970.
    package var arrivedAt: Int64
    package var source: RecordSource
    /// Whether the record is longer than the limit, so that `bytes` is only its beginning.
    package var isCut: Bool

    package init(id: RecordID, bytes: [UInt8], arrivedAt: Int64, source: RecordSource, isCut: Bool) {
        self.id = id
        self.bytes = bytes
        self.arrivedAt = arrivedAt
        self.source = source
        self.isCut = isCut
    }
}
