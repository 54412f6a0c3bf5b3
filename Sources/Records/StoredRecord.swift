/// One record as it came, read back from where it lies.
package struct StoredRecord: Sendable, Hashable {
    package var id: RecordID
    /// The line without its line end; any bytes but a newline, NUL and invalid UTF-8 among them.
    package var bytes: [UInt8]
    /// Milliseconds since 1970.
    package var arrivedAt: Int64
    package var source: RecordSource
    /// The record is longer than what is handed out at once; `bytes` is its beginning.
    package var isCut: Bool

    package init(id: RecordID, bytes: [UInt8], arrivedAt: Int64, source: RecordSource, isCut: Bool) {
        self.id = id
        self.bytes = bytes
        self.arrivedAt = arrivedAt
        self.source = source
        self.isCut = isCut
    }
}
