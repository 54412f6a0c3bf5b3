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
