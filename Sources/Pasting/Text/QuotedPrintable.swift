import Bytes

/// Decodes quoted-printable mail text, in which a broken line ends in `=`, and `=3D` is an equals sign.
///
/// A mail with its headers says which of its parts are encoded in this way. Without headers, the text itself must look encoded.
enum QuotedPrintable {
    /// The maximum line length that the encoding allows.
    private static let longestLine = 76

    /// Returns the parts of the text that are quoted-printable.
    static func parts(of bytes: [UInt8]) -> [Range<Int>] {
        let bodies = announcedBodies(in: bytes)
        return bodies.isEmpty && isLikely(bytes) ? [bytes.indices] : bodies
    }

    static func decoded(_ text: TracedText, _ parts: [Range<Int>]) -> TracedText {
        var result = TracedText()
        var end = 0
        for part in parts {
            result.append(text, end..<part.lowerBound)
            let body = decoded(text, part)
            result.append(body, 0..<body.count)
            end = part.upperBound
        }
        result.append(text, end..<text.count)
        return result
    }

    private static func decoded(_ text: TracedText, _ part: Range<Int>) -> TracedText {
        text.decoding(part, where: { $0 == UInt8(ascii: "=") }) { equals in
            if let length = breakLength(text.bytes, equals, before: part.upperBound) { return ([], length) }
            return QuotedPrintableCoding.escape(in: text.bytes.span, at: equals, end: part.upperBound).map { ([$0], 3) }
        } ?? TracedText(text, part)
    }

    // MARK: Headers

    /// Returns each body below a header `Content-Transfer-Encoding: quoted-printable`. A body follows the next blank line. It ends at the
    /// line that precedes the headers of its part and separates the parts, such as `--part1`, or at the end of the text.
    private static func announcedBodies(in bytes: [UInt8]) -> [Range<Int>] {
        var bodies: [Range<Int>] = []
        var separator: ArraySlice<UInt8>?
        var isAnnounced = false
        var body: Int?
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
            let next = bytes.has("\r\n", at: end, before: bytes.count) ? end + 2 : min(end + 1, bytes.count)
            let line = bytes[start..<end]
            if let begun = body {
                if let separator, line.starts(with: separator) {
                    bodies.append(begun..<start)
                    body = nil
                }
            } else if line.isEmpty {
                if isAnnounced { body = next }
                isAnnounced = false
            } else if line.starts(with: "--".utf8) {
                separator = line
            } else if announces(bytes, start..<end) {
                isAnnounced = true
            }
            start = next
        }
        return body.map { bodies + [$0..<bytes.count] } ?? bodies
    }

    /// Returns whether a line is the header of a quoted-printable body.
    private static func announces(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        guard bytes.hasLetters("content-transfer-encoding:", at: line.lowerBound, before: line.upperBound) else { return false }
        let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) ?? line.lowerBound
        let value = bytes[colon + 1..<line.upperBound].firstIndex { !ByteClass.isBlank($0) } ?? line.upperBound
        return bytes.hasLetters("quoted-printable", at: value, before: line.upperBound)
    }

    // MARK: Text without headers

    /// Returns whether every `=` in the text can belong to quoted-printable, and at least one `=` has no other meaning.
    private static func isLikely(_ bytes: [UInt8]) -> Bool {
        var breaks = 0
        var escapes = 0
        var lineStart = 0
        var mayBeHardWrap = false
        for position in bytes.indices {
            switch bytes[position] {
            case 0x0A, 0x0D: lineStart = position + 1
            case UInt8(ascii: "="):
                if breakLength(bytes, position, before: bytes.count) != nil {
                    guard position - lineStart < longestLine else { return false }
                    breaks += 1
                    mayBeHardWrap =
                        mayBeHardWrap || bytes[lineStart..<position].contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }
                } else if QuotedPrintableCoding.escape(in: bytes.span, at: position, end: bytes.count) != nil {
                    escapes += 1
                } else {
                    return false
                }
            default: break
            }
        }
        return breaks > 0 && (escapes > 0 || !mayBeHardWrap)
    }

    /// Returns the length of the soft line break that begins at this `=`. Its line break may have been removed.
    private static func breakLength(_ bytes: [UInt8], _ position: Int, before end: Int) -> Int? {
        if bytes.has("=\r\n", at: position, before: end) { return 3 }
        // Many terminals paste a line end as a carriage return.
        if bytes.has("=\n", at: position, before: end) || bytes.has("=\r", at: position, before: end) { return 2 }
        return QuotedPrintableCoding.isLostBreak(in: bytes.span, at: position, end: end) ? 1 : nil
    }
}
