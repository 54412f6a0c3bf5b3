import JSONDocument
import Records

/// A journal entry for records that are not in the journal but in a range of another file.
struct FileReference: Sendable, Hashable {
    var path: String
    /// The size of the whole file when the entry was written.
    var size: Int64
    var inode: UInt64
    /// The start of the range.
    var offset: Int64
    /// The end of the range.
    var end: Int64
    /// The number of records in the range. They were reported as one batch.
    var records: Int

    /// The entry as a JSON object.
    var json: [UInt8] {
        let numbers = "\"size\":\(size),\"inode\":\(inode),\"offset\":\(offset),\"end\":\(end),\"records\":\(records)"
        return Array("{\"path\":\(JSONValue.string(path)),\(numbers)}".utf8)
    }
}

extension FileReference {
    /// Parses the output of `json`. Returns nil for a damaged entry, because a journal may have been edited.
    init?(json: ArraySlice<UInt8>) {
        let document = JSONDocument(Array(json))
        func number<Number: FixedWidthInteger>(_ key: String) -> Number? {
            document.root?[key]?.numberLiteral.flatMap { Number($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
        guard document.isValid, let path = document.root?["path"]?.stringValue, let size: Int64 = number("size"),
            let inode: UInt64 = number("inode"), let offset: Int64 = number("offset"), let end: Int64 = number("end"), end >= offset,
            let records: Int = number("records"), records <= RecordLimits.together + PastedText.mostLinks
        else { return nil }
        self.init(path: path, size: size, inode: inode, offset: offset, end: end, records: records)
    }
}
