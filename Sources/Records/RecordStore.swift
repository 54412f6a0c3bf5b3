/// Append-only storage of records, read by position.
package protocol RecordStore: Sendable {
    var count: Int { get }

    /// Reads one record. If a record is longer than 1 MiB, only the first MiB is read, and the result is marked as truncated.
    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord

    /// Reads several records at once, for the visible rows. Unreadable records are missing from the result.
    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord]

    /// Reads a record for each of many rows, and calls `body` with each row's index, in order. The fastest order is that of arrival, because
    /// neighboring records are read together.
    ///
    /// `body` gets nil if a row has no record or the record cannot be read. The bytes are valid only during the call. If a record is longer
    /// than 1 MiB, `isCut` is true, and the bytes are the first MiB.
    func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void)
}

extension RecordStore {
    package func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void) {
        for (row, id) in rows.enumerated() {
            if let id, let record = try? record(id) {
                body(row, record.bytes.span, record.isCut)
            } else {
                body(row, nil, false)
            }
        }
    }
}
