/// A check, byte by byte, for text that is readable: lead bytes with the right number of continuation bytes, and no control characters
/// except tabs and line ends.
package struct ReadableText {
    private var missing = 0
    private let isNarrow: Bool

    /// - Parameter isNarrow: Whether to reject lead bytes that are rare in real texts: those of the characters from
    ///   U+0080 to U+00BF, from U+0800 to U+0FFF, and from U+100000 on.
    package init(isNarrow: Bool = false) { self.isNarrow = isNarrow }

    /// Checks the next byte. Returns `false` as soon as the bytes are not readable text.
    package mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            missing -= 1
            return byte & 0xC0 == 0x80
        }
        if isNarrow, byte == 0xC2 || byte == 0xE0 || byte == 0xF4 { return false }
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        return true
    }

    /// Whether the text does not end within a character.
    package var isComplete: Bool { missing == 0 }
}
