import Bytes

/// Zero-width characters. Between the letters of a name, they make a different name that looks the same.
///
///    access\u{200B}_token=abc   access%E2%80%8B_token=abc   both look like access_token=abc
enum ZeroWidth {
    /// Returns the length in bytes of the zero-width character that begins at an index, or 0 if none does.
    @inline(__always)
    private static func length(_ bytes: ByteView, at index: Int) -> Int {
        // Every such character begins with a byte of this kind.
        guard ByteTable.kinds(bytes[index]).contains(.rare) else { return 0 }
        return lengthOfRare(UInt32(truncatingIfNeeded: bytes.word(at: index)).byteSwapped)
    }

    /// Returns the length of the zero-width character that four bytes begin with.
    private static func lengthOfRare(_ start: UInt32) -> Int {
        switch start >> 16 {
        // The soft hyphen, the combining grapheme joiner, the Arabic letter mark.
        case 0xC2AD, 0xCD8F, 0xD89C: return 2
        default: break
        }
        switch start >> 8 {
        // Hangul and Khmer fillers, Mongolian separators.
        case 0xE1859F...0xE185A0, 0xE19EB4...0xE19EB5, 0xE1A08B...0xE1A08F, 0xE385A4, 0xEFBEA0: return 3
        // Zero-width spaces, joiners, direction marks, invisible operators.
        case 0xE2808B...0xE2808F, 0xE280AA...0xE280AE, 0xE281A0...0xE281AF, 0xEFBBBF: return 3
        // Variation selectors and reserved code points of this kind.
        case 0xEFB880...0xEFB88F, 0xEFBFB0...0xEFBFB8: return 3
        default: break
        }
        switch start {
        // Shorthand and musical format controls, tags, supplementary variation selectors.
        case 0xF09BB2A0...0xF09BB2A3, 0xF09D85B3...0xF09D85BA: return 4
        case 0xF3A08080...0xF3A0BFBF: return start & 0x80 != 0 ? 4 : 0
        default: return 0
        }
    }

    /// Returns the first zero-width character that begins at or after an index.
    static func next(in bytes: ByteView, from start: Int) -> Range<Int>? {
        var index = start
        while index < bytes.count {
            let others = bytes.word(at: index) & 0x8080_8080_8080_8080
            guard others != 0 else {
                index += 8
                continue
            }
            index += others.trailingZeroBitCount / 8
            let length = length(bytes, at: index)
            if length > 0 { return index..<index + length }
            index += 1
        }
        return nil
    }
}
