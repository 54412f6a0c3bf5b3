import Bytes

/// A line of a `mimeapps.list`, with every byte of the file that belongs to it.
struct MimeAppsLine: Sendable, Hashable {
    /// The bytes before the newline. The carriage return of a CRLF is one of them.
    var content: [UInt8]
    /// Whether a newline follows. It may be missing in the last line only.
    var isTerminated: Bool

    enum Meaning {
        /// The beginning of a group. It is exact if every program reads it.
        case group(MimeAppsGroup, isExact: Bool)
        /// A key and its value, without the white space around them.
        case entry(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
        /// A comment, an empty line, or a line that no program can read.
        case other
    }

    /// The meaning of the line.
    ///
    /// GLib skips white space before a group and around a key. `xdg-mime` does not, so it finds only what begins at the start of its line.
    var meaning: Meaning {
        let range = content.span.trimmed
        guard let first = content[range].first, first != UInt8(ascii: "#") else { return .other }
        if first == UInt8(ascii: "[") {
            let name = content[range].dropFirst().prefix { $0 != UInt8(ascii: "]") }
            guard name.endIndex < range.upperBound else { return .group(.unknown, isExact: false) }
            return .group(MimeAppsGroup(name: name), isExact: range.lowerBound == 0 && name.endIndex + 1 == range.upperBound)
        }
        guard let equals = content[range].firstIndex(of: UInt8(ascii: "=")) else { return .other }
        return .entry(key: trimmed(range.lowerBound..<equals), value: trimmed((equals + 1)..<range.upperBound))
    }

    /// Whether the line has no text.
    var isEmpty: Bool { content.span.trimmed.isEmpty }

    /// The carriage return at the end of the line, if there is one.
    var carriageReturn: [UInt8] { content.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : [] }

    private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let inner = content.span.extracting(range).trimmed
        return content[(range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)]
    }
}
