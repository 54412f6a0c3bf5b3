import Bytes

/// Returns the length of the UTF-8 sequence at a position if the sequence is well-formed. If not, returns the length of its longest valid
/// beginning, but at least 1.
///
/// Well-formed sequences are those of Unicode 16, table 3-7, which excludes overlong forms, surrogates and values beyond U+10FFFF.
func utf8Sequence(in bytes: ByteView, at position: Int) -> (length: Int, isWellFormed: Bool) {
    let first = bytes[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0x00...0x7F: return (1, true)
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return (1, false)
    }
    for offset in 1..<length {
        // A read after the end gives 0, which is not a continuation byte.
        let allowed = offset == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[position + offset]) else { return (offset, false) }
    }
    return (length, true)
}
