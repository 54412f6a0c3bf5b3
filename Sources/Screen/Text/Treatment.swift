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
    case backslash(Unicode.Scalar, Oddities.Kind)
    /// The scalar is shown in caret notation, such as `^[`.
    case caret(Unicode.Scalar)
    /// The scalar is shown as its code point, such as `<U+202E>`.
    case escape(Oddities.Kind)
    /// The scalar is shown as `width` spaces that are marked as unsafe.
    case blank(width: Int)
    /// The scalar joins or changes an emoji. After an emoji, it is shown as `Sanitizer.joiners` says. Elsewhere, a skin tone (kind `none`)
    /// is shown unchanged, and any other scalar as an escape of this kind.
    case joiner(Oddities.Kind)
    /// The scalar is a Hangul vowel or final consonant. After a leading consonant or a syllable, the scalar is added to that glyph.
    /// Elsewhere it is shown as an escape.
    case jamo

    static func of(_ scalar: Unicode.Scalar) -> Treatment {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return .itself(width: 1)
        case 0x09: return .backslash("t", .none)
        case 0x0A: return .backslash("n", .none)
        case 0x0D: return .backslash("r", .control)
        case 0x00...0x1F: return .caret(Unicode.Scalar(UInt8(value) + 0x40))
        case 0x7F: return .caret("?")
        case 0x80...0x9F: return .escape(.control)
        case 0xA0: return .blank(width: 1)
        case 0xA1...0xAC, 0xAE...0x2FF: return .itself(width: 1)
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return .escape(.bidi)
        case 0x200D, 0xFE0F: return .joiner(.invisible)
        case 0x1F3FB...0x1F3FF: return .joiner(.none)
        case 0x1F1E6...0x1F1FF: return .escape(.none)  // some terminals show a pair of these as a flag, others as two letters
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return value == 0x1160 ? .escape(.invisible) : .jamo
        case 0x2800: return .escape(.invisible)  // braille blank
        case 0x2028, 0x2029: return .escape(.separator)
        case 0xE0000...0xE007F, 0xE0100...0xE01EF: return .escape(.hiddenText)
        default: return byProperties(scalar)
        }
    }

    private static func byProperties(_ scalar: Unicode.Scalar) -> Treatment {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return .escape(.invisible) }
        switch properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned: return .escape(.none)
        case .lineSeparator, .paragraphSeparator: return .escape(.separator)
        case .format: return .escape(.invisible)
        case .spaceSeparator: return .blank(width: DisplayWidth.columns(of: scalar))
        case .nonspacingMark, .enclosingMark: return .mark
        // Spacing marks take a column of their own in every C library, so they take one column here too.
        default: return .itself(width: DisplayWidth.columns(of: scalar))
        }
    }
}
