/// The width of displayable scalars in columns. It comes from a built-in table, so it does not depend on the C library.
///
/// Scalars that are East Asian Wide or Fullwidth (UAX #11) and scalars with emoji presentation take two columns; all others take one. The
/// ranges may include unassigned code points, because the sanitizer has already escaped these. The sanitizer also handles combining marks.
package enum DisplayWidth {
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul leading consonants
        0x2329...0x232A,  // angle brackets
        0x2E80...0x303E,  // radicals, CJK punctuation
        0x3041...0xA4CF,  // kana to Yi
        0xA960...0xA97F,  // Hangul, extended
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // compatibility ideographs
        0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
        0x16FE0...0x18DFF,  // Tangut, Khitan and their marks
        0x1AFF0...0x1B2FF,  // kana supplements, Nushu
        0x1F200...0x1F265,  // squared ideographs
        0x20000...0x2FFFD, 0x30000...0x3FFFD,  // ideographic planes
    ]

    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x1100 { return 1 }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        if low < wide.count, wide[low].contains(value) { return 2 }
        return value >= 0x231A && scalar.properties.isEmojiPresentation ? 2 : 1
    }
}
