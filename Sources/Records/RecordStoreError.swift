/// The reason why a record cannot be read back.
package enum RecordStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No record has this number yet.
    case unknown(RecordID)
    /// The file with the record was changed or removed. `reason` says what happened to the file.
    case gone(RecordID, path: String, reason: String)
    /// The file exists, but reading it failed.
    case unreadable(RecordID, path: String, reason: String)

    /// The text counts records from 1, as lists and files do.
    package var description: String {
        switch self {
        case .unknown(let id): "record \(Int(id.index) + 1) does not exist"
        case .gone(let id, let path, let reason): "record \(Int(id.index) + 1) is lost: \(path) \(reason)"
        case .unreadable(let id, let path, let reason): "record \(Int(id.index) + 1) cannot be read from \(path): \(reason)"
        }
    }
}
