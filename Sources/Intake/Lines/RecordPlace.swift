/// The place of a record's bytes in its file.
struct RecordPlace: Sendable, Hashable {
    var offset: Int64
    var length: Int
    /// Whether the line is longer than the part of it that was kept.
    var isCut: Bool
}
