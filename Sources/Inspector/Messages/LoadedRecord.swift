package import Records

/// The result of reading a record.
package enum LoadedRecord: Sendable {
    case read(ReadRecord)
    /// A long record, which was not parsed.
    case long(StoredRecord)
    case unreadable(RecordID, reason: String)

    /// The maximum number of bytes of a record that is parsed at once. A longer record is parsed in the background.
    package static let mostParsedAtOnce = 64 << 10
}
