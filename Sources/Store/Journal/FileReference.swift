import Records

/// A journal entry for records that are not in the journal but in a range of another file.
///
/// The entry is written as a JSON object. Its path is a byte array, because a path may not be UTF-8.
struct FileReference: Sendable, Hashable {
    var path: [UInt8]
    /// The size of the whole file when the entry was written.
    var size: Int64
    var inode: UInt64
    /// The start of the range.
    var offset: Int64
    /// The end of the range.
    var end: Int64
    /// The number of records in the range. They were reported as one batch.
    var records: Int

    var json: [UInt8] {
        var bytes = Array("{\"path\":\"".utf8)
        for byte in path {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                bytes.append(byte)
            }
        }
        let numbers = ",\"size\":\(size),\"inode\":\(inode),\"offset\":\(offset),\"end\":\(end),\"records\":\(records)}"
        return bytes + Array("\"\(numbers)".utf8)
    }
}

extension FileReference {
    /// Parses the output of `json`. Returns nil for any other text, because a journal may have been edited.
    init?(json: ArraySlice<UInt8>) {
        var rest = json
        func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        func number() -> UInt64? {
            let digits = rest.prefix { (48...57).contains($0) }
            rest = rest.dropFirst(digits.count)
            return UInt64(String(decoding: digits, as: UTF8.self))
        }
        guard skip("{\"path\":\""), let path = Self.parsePath(&rest),
            skip(",\"size\":"), let size = number().flatMap({ Int64(exactly: $0) }),
            skip(",\"inode\":"), let inode = number(),
            skip(",\"offset\":"), let offset = number().flatMap({ Int64(exactly: $0) }),
            skip(",\"end\":"), let end = number().flatMap({ Int64(exactly: $0) }), end >= offset,
            skip(",\"records\":"), let records = number().flatMap({ Int(exactly: $0) }),
            records <= RecordLimits.together + PastedText.mostLinks,
            skip("}"), rest.isEmpty
        else { return nil }
        self.init(path: path, size: size, inode: inode, offset: offset, end: end, records: records)
    }

    /// Returns the path up to its closing quote, and removes the path and the quote from `rest`.
    private static func parsePath(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var path: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return path
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                if escaped == UInt8(ascii: "u") {
                    guard rest.count >= 4, let code = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else { return nil }
                    path.append(code)
                    rest = rest.dropFirst(4)
                } else {
                    path.append(escaped)
                }
            default: path.append(byte)
            }
        }
        return nil
    }
}
