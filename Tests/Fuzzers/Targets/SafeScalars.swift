/// The characters that may appear on the screen. The rules are independent of the tested code.
enum SafeScalars {
    static func contain(_ scalar: Unicode.Scalar, isASCII: Bool = false) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return true }
        guard !isASCII, scalar.value > 0xA0, scalar.value != 0x2800 else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return false
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
