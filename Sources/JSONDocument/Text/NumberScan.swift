import Bytes

/// The end of the number at an offset, and the first error in the number, according to the grammar of RFC 8259, section 6.
///
///     -?  (0 | [1-9][0-9]*)  (. [0-9]+)?  ([eE] [+-]? [0-9]+)?
struct NumberScan {
    enum Problem {
        case leadingZero, plusSign, noDigit, noFraction, noExponent
    }

    private(set) var end: Int
    private(set) var problem: Problem?

    @inline(__always)
    init(in bytes: ByteView, at start: Int) {
        end = start
        if bytes[end] == UInt8(ascii: "-") { end += 1 }
        if bytes[end] == UInt8(ascii: "0") {
            end += 1
            if ByteClass.isDigit(bytes[end]) {
                problem = .leadingZero
                return
            }
        } else if !skipDigits(in: bytes) {
            problem = bytes[end] == UInt8(ascii: "+") ? .plusSign : .noDigit
            return
        }
        if bytes[end] == UInt8(ascii: ".") {
            end += 1
            if !skipDigits(in: bytes) {
                problem = .noFraction
                return
            }
        }
        if bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            if bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
            if !skipDigits(in: bytes) { problem = .noExponent }
        }
    }

    /// Skips digits. Returns whether there was at least one digit.
    @inline(__always)
    private mutating func skipDigits(in bytes: ByteView) -> Bool {
        let start = end
        while ByteClass.isDigit(bytes[end]) { end += 1 }
        return end > start
    }
}
