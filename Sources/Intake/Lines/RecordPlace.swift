/// The place of a record's bytes in its file.
struct RecordPlace: Sendable, Hashable {
    var offset: Int64
    var length: Int
    /// Whether the line was longer than the record, which has only its beginning.
    var isCut: Bool
    /// For a record that is made from a line of a device's log: its number among the records of the line, from 1. The place is that of the line.
    /// 0 for a record that is in the file as it is.
    var part = 0
}
