import Bytes

/// Decodes quoted-printable mail text, in which a broken line ends in `=`, and `=3D` is an equals sign.
enum QuotedPrintable {
    /// The maximum line length that the encoding allows.
    private static let longestLine = 76

    /// Returns the parts of the text that are quoted-printable. If headers name the encoding of a body, a few signs of it are enough. Text
    /// without headers must look encoded throughout.
    static func parts(of bytes: [UInt8]) -> [Range<Int>] {
        let mail = MailParts(bytes)
        return (isLikely(bytes, mail.head) ? [mail.head] : []) + mail.bodies.filter { isEncoded(bytes, $0) }
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
            if let length = breakLength(text.bytes, equals, in: part) { return ([], length) }
            return QuotedPrintableCoding.escape(in: text.bytes.span, at: equals, end: part.upperBound).map { ([$0], 3) }
        } ?? TracedText(text, part)
    }

    /// Returns whether a body is encoded, as its header says. A mail program may have copied the header and the decoded text. An encoded
    /// text has `=3D` for each equals sign. Without one, it must have a broken line, and every `=` must have a meaning.
    private static func isEncoded(_ bytes: [UInt8], _ body: Range<Int>) -> Bool {
        var hasBreak = false
        var hasOther = false
        var position = body.lowerBound
        while let equals = bytes[position..<body.upperBound].firstIndex(of: UInt8(ascii: "=")) {
            position = equals + 1
            if let length = breakLength(bytes, equals, in: body) {
                hasBreak = true
                position = equals + length
            } else if let byte = QuotedPrintableCoding.escape(in: bytes.span, at: equals, end: body.upperBound) {
                if byte == UInt8(ascii: "=") { return true }
            } else {
                hasOther = true
            }
        }
        return hasBreak && !hasOther
    }

    /// Returns whether every `=` in the part can belong to quoted-printable, and at least one `=` has no other meaning.
    private static func isLikely(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        var breaks = 0
        var escapes = 0
        var lineStart = part.lowerBound
        var mayBeHardWrap = false
        for position in part {
            switch bytes[position] {
            case 0x0A, 0x0D: lineStart = position + 1
            case UInt8(ascii: "="):
                if plainBreakLength(bytes, position, before: part.upperBound) != nil {
                    guard position - lineStart < longestLine else { return false }
                    breaks += 1
                    mayBeHardWrap =
                        mayBeHardWrap || bytes[lineStart..<position].contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }
                } else if QuotedPrintableCoding.escape(in: bytes.span, at: position, end: part.upperBound) != nil {
                    escapes += 1
                } else {
                    return false
                }
            default: break
            }
        }
        return breaks > 0 && (escapes > 0 || !mayBeHardWrap)
    }

    /// Returns the length of the soft line break that begins at this `=` in an encoded part. A mail server may have added spaces before the
    /// line end. An `=` at the end of the part is a line break too, because the line end above a separator does not belong to the part.
    private static func breakLength(_ bytes: [UInt8], _ equals: Int, in part: Range<Int>) -> Int? {
        if let length = plainBreakLength(bytes, equals, before: part.upperBound) { return length }
        let end = bytes[(equals + 1)..<part.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? part.upperBound
        if end == part.upperBound { return end - equals }
        guard ByteClass.isLineEnd(bytes[end]) else { return nil }
        return end - equals + (bytes.has("\r\n", at: end, before: part.upperBound) ? 2 : 1)
    }

    /// Returns the length of the soft line break that begins at this `=`. Its line break may have been removed.
    private static func plainBreakLength(_ bytes: [UInt8], _ position: Int, before end: Int) -> Int? {
        if bytes.has("=\r\n", at: position, before: end) { return 3 }
        // Many terminals paste a line end as a carriage return.
        if bytes.has("=\n", at: position, before: end) || bytes.has("=\r", at: position, before: end) { return 2 }
        return QuotedPrintableCoding.isLostBreak(in: bytes.span, at: position, end: end) ? 1 : nil
    }
}
