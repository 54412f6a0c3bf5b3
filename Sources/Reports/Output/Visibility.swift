/// Decides which characters may be printed unchanged.
///
/// Only visible characters are printed unchanged. All others are written as escapes and are never dropped, because an inspector must not
/// hide evidence.
enum Visibility {
    /// Returns whether the character is in one of the common ranges that have only visible characters without marks. This check is fast,
    /// because it needs none of Unicode's tables. The bullet of masked secrets is in these ranges.
    static func isCommon(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// Returns whether the character is visible: not a control character, direction mark, line end or invisible character.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if isCommon(scalar) { return true }
        switch scalar.value {
        case 0x00...0xA0, 0xAD: return false
        // Wide spaces, zero-width characters, direction marks, fillers.
        case 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x2800, 0x3000, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0: return false
        default: break
        }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return true
        }
    }
}
