// What one line of input is, found by its first bytes.
//
// A million lines are classified while they are read, so this is no JSON parser: it walks over the top-level keys of an object once, counts
// brackets, skips strings, and stops as soon as it knows. It believes what it sees: whether the object is valid JSON is for the one who
// shows it. The rule is that of the commands' description: an object with `event` or `event_name` is a measurement event; another object
// with a link in it (`url`, `link`) is a link; all that is no object is a link, be it ever so broken.

/// What one line of input is.
package enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
    case link
    /// A measurement event: an object with a top-level key `event` or `event_name`.
    case event
    /// An object that is neither an event nor has a link.
    case other

    /// Classifies a line without its line end; nil for a blank line, which is no record.
    package init?(of line: [UInt8]) {
        self.init(of: line.span)
    }

    /// Classifies a line without its line end; nil for a blank line, which is no record.
    package init?(of line: Span<UInt8>) {
        var position = KeyWalk.afterByteOrderMark(line)
        KeyWalk.skipBlanks(line, &position)
        guard position < line.count else { return nil }
        self = line[position] == UInt8(ascii: "{") ? KeyWalk.kindOfObject(line, from: position + 1) : .link
    }
}

/// One walk over the top-level keys of an object; a `Span` cannot be stored, so each step is handed it.
private enum KeyWalk {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    static func afterByteOrderMark(_ line: Span<UInt8>) -> Int {
        line.count >= 3 && line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF ? 3 : 0
    }

    static func skipBlanks(_ line: Span<UInt8>, _ position: inout Int) {
        while position < line.count {
            switch line[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    static func kindOfObject(_ line: Span<UInt8>, from start: Int) -> RecordKind {
        var position = start
        var depth = 1
        var isKeyNext = true
        var kind = RecordKind.other
        while position < line.count {
            let byte = line[position]
            position += 1
            switch byte {
            case quote:
                let text = position..<endOfString(line, from: position)
                position = min(text.upperBound + 1, line.count)
                guard depth == 1, isKeyNext else { continue }
                isKeyNext = false
                skipBlanks(line, &position)
                guard position < line.count, line[position] == UInt8(ascii: ":") else { continue }
                position += 1
                if says(line, text, "event") || says(line, text, "event_name") { return .event }
                if says(line, text, "url") || says(line, text, "link"), isTextNext(line, position) { kind = .link }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return kind }
            case UInt8(ascii: ","):
                if depth == 1 { isKeyNext = true }
            default:
                continue
            }
        }
        return kind
    }

    /// Where the closing quote is, or the end of the line.
    private static func endOfString(_ line: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < line.count {
            switch line[position] {
            case quote: return position
            case backslash: position += 2
            default: position += 1
            }
        }
        return line.count
    }

    /// Whether the value that begins here is a string with something in it: a `url` of null or "" is no link.
    private static func isTextNext(_ line: Span<UInt8>, _ start: Int) -> Bool {
        var position = start
        skipBlanks(line, &position)
        return position + 1 < line.count && line[position] == quote && line[position + 1] != quote
    }

    /// Whether the key says `name`, with or without escapes (`"\u0065vent"` is `event`).
    private static func says(_ line: Span<UInt8>, _ range: Range<Int>, _ name: StaticString) -> Bool {
        var position = range.lowerBound
        // Each character takes at most six bytes, so that a long key costs nothing.
        guard range.count >= name.utf8CodeUnitCount, range.count <= name.utf8CodeUnitCount * 6 else { return false }
        return name.withUTF8Buffer { expected in
            for index in 0..<expected.count {
                guard position < range.upperBound else { return false }
                guard unsafe expected[index] == character(line, &position, range.upperBound) else { return false }
            }
            return position == range.upperBound
        }
    }

    /// The next character of a key if it is ASCII: as it stands, or as `\u00XX`. The names looked for need no other escape.
    private static func character(_ line: Span<UInt8>, _ position: inout Int, _ end: Int) -> UInt8? {
        let byte = line[position]
        position += 1
        guard byte == backslash else { return byte }
        guard position + 5 <= end, line[position] == UInt8(ascii: "u") else { return nil }
        var value = 0
        for index in (position + 1)..<(position + 5) {
            guard let digit = Character(Unicode.Scalar(line[index])).hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        position += 5
        return UInt8(exactly: value)
    }
}
