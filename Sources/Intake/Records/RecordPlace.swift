/// Where the bytes of a record lie in its file.
struct RecordPlace: Sendable, Hashable {
    var offset: Int64
    var length: Int
    /// The line is longer than what was kept of it.
    var isCut: Bool
}
