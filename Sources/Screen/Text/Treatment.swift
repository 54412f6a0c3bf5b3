// The rules for how each scalar is shown. They are an allow list, because programs that search for escape sequences and remove them have
// been bypassed again and again. Each scalar is judged separately, by its value and its general category. A scalar that is not allowed is
// shown as an escape. It is never dropped, because an inspector must not hide evidence.

/// The way in which a scalar is shown.
enum Treatment: Equatable {
    /// The scalar is shown unchanged, in `width` columns.
    case itself(width: Int)
    /// The scalar is shown as a mark on the glyph before it.
    case mark
    /// The scalar is shown as a backslash and a letter. This is for TAB, LF and CR.
    case backslash(Unicode.Scalar)
    /// The scalar is shown in caret notation, such as `^[`.
    case caret(Unicode.Scalar)
    /// The scalar is shown as its code point, such as `<U+202E>`.
    case escape
    /// The scalar is shown as `width` spaces that are marked as unsafe.
    case spaces(width: Int)
    /// The scalar joins or changes an emoji. After an emoji, it is shown as `Sanitizer.joiners` says. Elsewhere, a skin tone is shown
    /// unchanged, and any other scalar as an escape.
    case joiner(isSkinTone: Bool)
    /// The scalar is a Hangul vowel or final consonant. After a leading consonant or a syllable, the scalar is added to that glyph.
    /// Elsewhere it is shown as an escape.
    case jamo

    static func of(_ scalar: Unicode.Scalar) -> Treatment {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return .itself(width: 1)
        case 0x09: return .backslash("t")
        case 0x0A: return .backslash("n")
        case 0x0D: return .backslash("r")
        case 0x00...0x1F: return .caret(Unicode.Scalar(UInt8(value) + 0x40))
        case 0x7F: return .caret("?")
        case 0xA0: return .spaces(width: 1)
        case 0xA1...0xAC, 0xAE...0x2FF: return .itself(width: 1)
        case 0x200D, 0xFE0F: return .joiner(isSkinTone: false)
        case 0x1F3FB...0x1F3FF: return .joiner(isSkinTone: true)
        case 0x1F1E6...0x1F1FF: return .escape  // some terminals show a pair of these as a flag, others as two letters
        case 0x1161...0x11FF, 0xD7B0...0xD7FB: return .jamo
        case 0x2800: return .escape  // a Braille pattern without dots
        default: return byProperties(scalar)
        }
    }

    private static func byProperties(_ scalar: Unicode.Scalar) -> Treatment {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return .escape }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return .escape
        case .spaceSeparator: return .spaces(width: DisplayWidth.columns(of: scalar))
        case .nonspacingMark, .enclosingMark: return .mark
        // Spacing marks take a column of their own in every C library, so they take one column here too.
        default: return .itself(width: DisplayWidth.columns(of: scalar))
        }
    }
}

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
        if wide.contains(where: { $0.contains(value) }) { return 2 }
        return value >= 0x231A && scalar.properties.isEmojiPresentation ? 2 : 1
    }
}
