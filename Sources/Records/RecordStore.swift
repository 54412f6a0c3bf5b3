/// Append-only storage of records, read by position.
package protocol RecordStore: Sendable {
    var count: Int { get }

    /// Reads one record. If a record is longer than 1 MiB, only the first MiB is read, and the result is marked as truncated.
    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord

    /// Reads several records at once, for the visible rows. Unreadable records are missing from the result.
    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord]
}
