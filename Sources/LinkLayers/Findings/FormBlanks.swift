import Bytes

/// Decides whether each `+` in a value of a link was meant as a space. In JSON, the characters around it tell:
///
///    {"a":+"x+y"}             both are spaces, because JSON has no plus between values
///    %7B%22a%22%3A%22x+y%22   a space, because forms escape everything else, including a real plus
///    {"a":"x+y"}              a plus, because a writer that escapes so little does not change spaces to `+`
package enum FormBlanks {
    /// Returns whether the byte is a space, a `+`, or the beginning of an escaped space.
    static func isSpace(_ bytes: [UInt8], at index: Int, before end: Int) -> Bool {
        bytes[index] == 0x20 || bytes[index] == UInt8(ascii: "+") || bytes.has("%20", at: index, before: end)
    }

    /// Returns the positions of the `+` characters in JSON that were meant as spaces. The sign of an exponent is not included.
    static func places(_ bytes: [UInt8], _ value: Range<Int>) -> [Int] {
        var places: [Int] = []
        var isForm = false
        var isAllEscaped = true
        var isInString = false
        var isEscaped = false
        var before: UInt8 = 0
        var index = value.lowerBound
        while index < value.upperBound {
            let escape = PercentCoding.escape(in: bytes.span, at: index, end: value.upperBound)
            let byte = escape ?? bytes[index]
            if escape == nil, byte == UInt8(ascii: "+") {
                let isExponent = !isInString && before | 0x20 == UInt8(ascii: "e")
                if !isExponent { places.append(index) }
                isForm = isForm || !(isInString || isExponent)
            } else if escape == nil, !ByteClass.isUnreserved(byte), byte != UInt8(ascii: "*") {
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

    /// Returns the positions of the same `+` characters in the decoded JSON.
    static func decodedPlaces(_ bytes: [UInt8], _ value: Range<Int>) -> [Int] {
        var escapes = 0
        var index = value.lowerBound
        return places(bytes, value).map { place in
            while index < place {
                let isEscape = PercentCoding.escape(in: bytes.span, at: index, end: value.upperBound) != nil
                if isEscape { escapes += 1 }
                index += isEscape ? 3 : 1
            }
            return place - value.lowerBound - 2 * escapes
        }
    }

    // MARK: Text

    /// Returns the positions of the `+` characters in text that were meant as spaces.
    package static func inText(_ bytes: [UInt8], _ value: Range<Int>) -> [Int] {
        let plus = UInt8(ascii: "+")
        guard let first = bytes[value].firstIndex(of: plus) else { return [] }
        // A value that has spaces needs no other sign for them.
        let hasSpaces = value.contains { bytes[$0] != plus && isSpace(bytes, at: $0, before: value.upperBound) }
        guard !hasSpaces, !PercentCoding.withDecoded(bytes.span, value, LiteralPlus.isIn) else { return [] }
        return (first..<value.upperBound).filter { bytes[$0] == plus && !LiteralPlus.isAt($0, in: bytes, value) }
    }
}
