/// Characters that take no room where they are shown. Between the letters of a name they make another one of it, and nobody sees that.
///
///     access\u{200B}_token=abc   access%E2%80%8B_token=abc   looks like access_token=abc
enum ZeroWidth {
    /// How many bytes the character has that ends with the last of these four; 0 when that is none without width. Bytes that are not
    /// there are 0.
    static func length(endingWith recent: UInt32) -> Int {
        switch recent & 0xFFFF {
        // The soft hyphen, the joiner of graphemes, the mark of Arabic letters.
        case 0xC2AD, 0xCD8F, 0xD89C: return 2
        default: break
        }
        switch recent & 0xFF_FFFF {
        // Fillers of Hangul and Khmer, separators of Mongolian.
        case 0xE1859F...0xE185A0, 0xE19EB4...0xE19EB5, 0xE1A08B...0xE1A08F, 0xE385A4, 0xEFBEA0: return 3
        // Spaces without width, joiners, marks of direction, invisible operators.
        case 0xE2808B...0xE2808F, 0xE280AA...0xE280AE, 0xE281A0...0xE281AF, 0xEFBBBF: return 3
        // Variation selectors, and what is kept for more of all these.
        case 0xEFB880...0xEFB88F, 0xEFBFB0...0xEFBFB8: return 3
        default: break
        }
        switch recent {
        // Signs of shorthand and music, tags, more variation selectors.
        case 0xF09BB2A0...0xF09BB2A3, 0xF09D85B3...0xF09D85BA, 0xF3A08080...0xF3A0BFBF: return 4
        default: return 0
        }
    }

    /// Puts a byte behind those that came before; ASCII ends a character anyway.
    @inline(__always)
    static func add(_ byte: UInt8, to recent: inout UInt32) {
        recent = byte < 0x80 ? 0 : recent << 8 | UInt32(byte)
    }

    /// The bytes without such characters; nil where there are none.
    static func removed(from bytes: Span<UInt8>) -> [UInt8]? {
        var kept: [UInt8] = []
        var recent: UInt32 = 0
        for index in bytes.indices {
            kept.append(bytes[index])
            add(bytes[index], to: &recent)
            guard bytes[index] >= 0x80 else { continue }
            let length = length(endingWith: recent)
            if length > 0 {
                kept.removeLast(length)
                recent = 0
            }
        }
        return kept.count < bytes.count ? kept : nil
    }
}
