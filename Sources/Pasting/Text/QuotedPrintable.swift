import Bytes

/// Decodes quoted-printable mail text, in which a broken line ends in `=`, and `=3D` is an equals sign.
enum QuotedPrintable {
    /// The maximum line length that the encoding allows.
    private static let longestLine = 76

    /// Returns whether every `=` in the text can belong to quoted-printable, and at least one `=` has no other meaning.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        var breaks = 0
        var escapes = 0
        var lineStart = 0
        var mayBeHardWrap = false
        for position in bytes.indices {
            switch bytes[position] {
            case 0x0A: lineStart = position + 1
            case UInt8(ascii: "="):
                if breakLength(bytes, position) != nil {
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

    static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "=") }) { equals in
            if let length = breakLength(text.bytes, equals) { return ([], length) }
            return QuotedPrintableCoding.escape(in: text.bytes.span, at: equals, end: text.count).map { ([$0], 3) }
        } ?? text
    }

    /// Returns the length of the soft line break that begins at this `=`. Its line break may have been removed.
    private static func breakLength(_ bytes: [UInt8], _ position: Int) -> Int? {
        if bytes.has("=\r\n", at: position, before: bytes.count) { return 3 }
        if bytes.has("=\n", at: position, before: bytes.count) { return 2 }
        return QuotedPrintableCoding.isLostBreak(in: bytes.span, at: position, end: bytes.count) ? 1 : nil
    }
}
