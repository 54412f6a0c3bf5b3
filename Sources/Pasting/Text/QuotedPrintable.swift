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
                } else if isEscape(bytes, position) {
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
            guard isEscape(text.bytes, equals), let high = ByteClass.hexadecimal(text.bytes[equals + 1]),
                let low = ByteClass.hexadecimal(text.bytes[equals + 2])
            else { return nil }
            return ([high << 4 | low], 3)
        } ?? text
    }

    /// Returns the length of the soft line break that begins at this `=`.
    private static func breakLength(_ bytes: [UInt8], _ position: Int) -> Int? {
        if bytes.has("=\r\n", at: position, before: bytes.count) { return 3 }
        return bytes.has("=\n", at: position, before: bytes.count) ? 2 : nil
    }

    private static func isEscape(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard position + 2 < bytes.count else { return false }
        let isUpper: (UInt8) -> Bool = { ByteClass.isDigit($0) || (0x41...0x46).contains($0) }
        return isUpper(bytes[position + 1]) && isUpper(bytes[position + 2])
    }
}
