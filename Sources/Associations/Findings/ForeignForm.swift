import Bytes

/// Recognizes files that should be JSON in UTF-8 but have another format. One sentence about the format helps more than the syntax errors
/// that its bytes cause.
enum ForeignForm {
    case empty, gzip, wideText, webPage

    /// Returns nil if the bytes could be JSON.
    init?(_ bytes: [UInt8]) {
        let start = bytes.prefix(4)
        if bytes.allSatisfy({ ByteClass.isJSONSpace($0) }) {
            self = .empty
        } else if start.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.contains(0) {
            self = .wideText
        } else if Self.isMarkup(bytes) {
            self = .webPage
        } else {
            return nil
        }
    }

    /// Returns whether the first character is a `<`, which begins a web page and no JSON.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return text.first { !ByteClass.isHTMLSpace($0) } == UInt8(ascii: "<")
    }

    /// The message: the format, the consequence, and what to do.
    var message: String {
        switch self {
        case .empty: "The file is empty: devices ignore it. Write the JSON into the file."
        case .gzip:
            "The file is compressed with gzip but has no Content-Encoding header: devices ignore it. Serve it with Content-Encoding: gzip, or uncompressed."
        case .wideText:
            "The file is UTF-16 or UTF-32, but JSON must be UTF-8: devices ignore it. Save it as UTF-8 without a byte order mark."
        case .webPage: "The file is a web page, not JSON: devices ignore it. Serve the JSON itself at the file's address."
        }
    }
}
