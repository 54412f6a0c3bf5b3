/// The place of a record's bytes in its file.
struct RecordPlace: Sendable, Hashable {
    var offset: Int64
    var length: Int
    /// Whether the line was longer than the record, which has only its beginning.
    var isCut: Bool
}
