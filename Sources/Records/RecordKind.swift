import Bytes

// Classifies a line of input without parsing it completely.
//
// A million lines are classified while they are read, so the code below is not a JSON parser. The code walks over the top-level keys of an
// object once, counts brackets, skips strings, and stops as soon as the kind is known. The code does not check whether the object is valid
// JSON. An object with `event` or `event_name` is a measurement event. Another object is a link if the value of `url` or `link` is a string
// that is not empty. Anything that is not an object is a link, even if it is malformed.
//
// `RecordContent` follows the same rule on the parsed object. Of a repeated key, the last value counts, as in `JSONDocument`.

/// The kind of a line of input.
package enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
    case link
    /// A measurement event: an object with a top-level key `event` or `event_name`.
    case event
    /// An object that is not an event and has no link.
    case other

    /// Classifies a line without its line end. Returns nil for an empty line, which is not a record.
    package init?(of line: [UInt8]) {
        self.init(of: line.span)
    }

    /// Classifies a line without its line end. Returns nil for an empty line, which is not a record.
    package init?(of line: Span<UInt8>) {
        guard let kind = ByteView.with(line, KeyWalk.kind) else { return nil }
        self = kind
    }

    /// Returns whether a line is an object, even if it is malformed.
    package static func isObject(_ line: Span<UInt8>) -> Bool {
        ByteView.with(line) { $0[KeyWalk.start(of: $0)] == UInt8(ascii: "{") }
    }
}

/// A single walk over the top-level keys of an object. Behind the end of the line, each byte reads as 0.
private enum KeyWalk {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Returns the place of the first byte after a byte order mark and white space.
    static func start(of line: ByteView) -> Int {
        var position = line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF ? 3 : 0
        skipBlanks(line, &position)
        return position
    }

    private static func skipBlanks(_ line: ByteView, _ position: inout Int) {
        while ByteClass.isJSONSpace(line[position]) { position += 1 }
    }

    static func kind(of line: ByteView) -> RecordKind? {
        let start = start(of: line)
        guard start < line.count else { return nil }
        return line[start] == UInt8(ascii: "{") ? kindOfObject(line, from: start + 1) : .link
    }

    private static func kindOfObject(_ line: ByteView, from start: Int) -> RecordKind {
        var position = start
        var depth = 1
        var isKeyNext = true
        var (hasURL, hasLink) = (false, false)
        walk: while position < line.count {
            let byte = line[position]
            position += 1
            switch byte {
            case quote:
                let text = position..<endOfString(line, from: position)
                position = min(text.upperBound + 1, line.count)
                guard depth == 1, isKeyNext else { continue }
                isKeyNext = false
                skipBlanks(line, &position)
                guard line[position] == UInt8(ascii: ":") else { continue }
                position += 1
                if equals(line, text, "event") || equals(line, text, "event_name") { return .event }
                if equals(line, text, "url") { hasURL = isTextNext(line, position) }
                if equals(line, text, "link") { hasLink = isTextNext(line, position) }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { break walk }
            case UInt8(ascii: ","):
                if depth == 1 { isKeyNext = true }
            default:
                continue
            }
        }
        return hasURL || hasLink ? .link : .other
    }

    /// Returns the position of the closing quote, or the end of the line.
    private static func endOfString(_ line: ByteView, from start: Int) -> Int {
        var position = line.firstPlace(of: quote, or: backslash, from: start)
        while line[position] == backslash { position = line.firstPlace(of: quote, or: backslash, from: position + 2) }
        return position
    }

    /// Returns whether the value at `start` is a string that is not empty. A `url` of null or "" is not a link.
    private static func isTextNext(_ line: ByteView, _ start: Int) -> Bool {
        var position = start
        skipBlanks(line, &position)
        return position + 1 < line.count && line[position] == quote && line[position + 1] != quote
    }

    /// Returns whether the key equals `name`, with or without escapes (`"\u0065vent"` is `event`).
    @inline(__always)
    private static func equals(_ line: ByteView, _ range: Range<Int>, _ name: StaticString) -> Bool {
        // Each escape is five bytes longer than its character. So the length alone rules out most keys.
        guard range.count >= name.utf8CodeUnitCount, (range.count - name.utf8CodeUnitCount).isMultiple(of: 5) else { return false }
        var position = range.lowerBound
        for index in 0..<name.utf8CodeUnitCount {
            guard position < range.upperBound else { return false }
            guard unsafe name.utf8Start[index] == character(line, &position, range.upperBound) else { return false }
        }
        return position == range.upperBound
    }

    /// Returns the next byte of a key, with an escape of the form `\u00XX` decoded. Returns nil for any other escape, because the names
    /// need none.
    private static func character(_ line: ByteView, _ position: inout Int, _ end: Int) -> UInt8? {
        let byte = line[position]
        guard byte == backslash else {
            position += 1
            return byte
        }
        guard let escape = JSONEscape(in: line, at: position, end: end), escape.length == 6 else { return nil }
        position += escape.length
        return UInt8(exactly: escape.scalar.value)
    }
}
