import Bytes

/// Zero-width characters. Between the letters of a name, they make a different name that looks the same.
///
///    access\u{200B}_token=abc   access%E2%80%8B_token=abc   both look like access_token=abc
enum ZeroWidth {
    /// Returns the length in bytes of the zero-width character at the end of the four most recent bytes, or 0 if there is none. Missing
    /// bytes are 0.
    private static func length(endingWith recent: UInt32) -> Int {
        switch recent & 0xFFFF {
        // The soft hyphen, the combining grapheme joiner, the Arabic letter mark.
        case 0xC2AD, 0xCD8F, 0xD89C: return 2
        default: break
        }
        switch recent & 0xFF_FFFF {
        // Hangul and Khmer fillers, Mongolian separators.
        case 0xE1859F...0xE185A0, 0xE19EB4...0xE19EB5, 0xE1A08B...0xE1A08F, 0xE385A4, 0xEFBEA0: return 3
        // Zero-width spaces, joiners, direction marks, invisible operators.
        case 0xE2808B...0xE2808F, 0xE280AA...0xE280AE, 0xE281A0...0xE281AF, 0xEFBBBF: return 3
        // Variation selectors and reserved code points of this kind.
        case 0xEFB880...0xEFB88F, 0xEFBFB0...0xEFBFB8: return 3
        default: break
        }
        switch recent {
        // Shorthand and musical format controls, tags, supplementary variation selectors.
        case 0xF09BB2A0...0xF09BB2A3, 0xF09D85B3...0xF09D85BA, 0xF3A08080...0xF3A0BFBF: return 4
        default: return 0
        }
    }

    /// Shifts a byte into the recent bytes. An ASCII byte clears the recent bytes, because it cannot be part of a zero-width character.
    private static func add(_ byte: UInt8, to recent: inout UInt32) {
        recent = byte < 0x80 ? 0 : recent << 8 | UInt32(byte)
    }

    /// Returns the first zero-width character that begins at or after an index.
    static func next(in bytes: ByteView, from start: Int) -> Range<Int>? {
        var recent: UInt32 = 0
        var index = start
        while index < bytes.count {
            if bytes.word(at: index) & 0x8080_8080_8080_8080 == 0 {
                recent = 0
                index += 8
                continue
            }
            add(bytes[index], to: &recent)
            index += 1
            let length = bytes[index - 1] < 0x80 ? 0 : length(endingWith: recent)
            if length > 0 { return index - length..<index }
        }
        return nil
    }
}
