import AppLinks

/// Tells whether each `+` in JSON that stands in a link was a blank.
///
///     {"a":+"x+y"}             both: between values JSON has no plus
///     %7B%22a%22%3A%22x+y%22   yes: forms escape everything else, a plus included
///     {"a":"x+y"}              no: who escapes so little has not touched the plus
enum FormBlanks {
    /// The places of those that were. The sign of an exponent is none.
    static func places(_ bytes: [UInt8], _ value: Range<Int>) -> [Int] {
        var places: [Int] = []
        var isForm = false
        var isAllEscaped = true
        var isInString = false
        var isEscaped = false
        var before: UInt8 = 0
        var index = value.lowerBound
        while index < value.upperBound {
            let escape = Bytes.escape(in: bytes, at: index, end: value.upperBound)
            let byte = escape ?? bytes[index]
            if escape == nil, byte == UInt8(ascii: "+") {
                let isExponent = !isInString && before | 0x20 == UInt8(ascii: "e")
                if !isExponent { places.append(index) }
                isForm = isForm || !(isInString || isExponent)
            } else if escape == nil, !Bytes.isUnreserved(byte), byte != UInt8(ascii: "*") {
                isAllEscaped = false
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isInString {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
            before = byte
            index += escape == nil ? 1 : 3
        }
        return isForm || isAllEscaped ? places : []
    }
}
