/// Where the records lie: append-only, and read by position.
package protocol RecordStore: Sendable {
    var count: Int { get }

    /// Reads one record; at most its first MiB, and then it says that it is cut.
    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord

    /// Reads many at once, for the rows in view; what cannot be read is missing.
    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord]
}
