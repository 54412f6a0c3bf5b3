/// The reason why a record cannot be read back.
package enum RecordStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No record has this number yet.
    case unknown(RecordID)
    /// The file with the record was changed or removed. `reason` says what happened to the file.
    case gone(RecordID, path: String, reason: String)
    /// The file exists, but reading it failed.
    case unreadable(RecordID, path: String, reason: String)

    package var description: String {
        switch self {
        case .unknown(let id): "record \(id.index) does not exist"
        case .gone(let id, let path, let reason): "record \(id.index) is lost: \(path) \(reason)"
        case .unreadable(let id, let path, let reason): "record \(id.index) cannot be read from \(path): \(reason)"
        }
    }
}
