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

    // MARK: Text

    /// Returns the positions of the `+` characters in text that were meant as spaces.
    package static func inText(_ bytes: [UInt8], _ value: Range<Int>) -> [Int] {
        let plus = UInt8(ascii: "+")
        guard let first = bytes[value].firstIndex(of: plus) else { return [] }
        // A value that has spaces needs no other sign for them.
        let hasSpaces = value.contains { bytes[$0] != plus && isSpace(bytes, at: $0, before: value.upperBound) }
        guard !hasSpaces, !meansPlus(value, in: bytes) else { return [] }
        return (first..<value.upperBound).filter { bytes[$0] == plus && isBlank($0, value, in: bytes) }
    }

    /// Returns whether a plus was meant as a space. A plus between two words was meant as a space. A plus between two digits (a time zone),
    /// beside another `+` (a language), or at either end (a telephone number) was meant literally.
    private static func isBlank(_ index: Int, _ value: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard index > value.lowerBound, index + 1 < value.upperBound else { return false }
        let after = bytes[index + 1]
        guard bytes[index - 1] != UInt8(ascii: "+"), after != UInt8(ascii: "+") else { return false }
        let escape = index - 3 < value.lowerBound ? nil : PercentCoding.escape(in: bytes.span, at: index - 3, end: index)
        return !(ByteClass.isDigit(escape ?? bytes[index - 1]) && ByteClass.isDigit(after))
    }

    /// Returns whether a plus in this value was meant literally, as in base64 and in e-mail addresses such as `me+news@example.com`.
    private static func meansPlus(_ value: Range<Int>, in text: [UInt8]) -> Bool {
        PercentCoding.withDecoded(text.span, value) { decoded in
            decoded.place(of: UInt8(ascii: "@"), from: 0, end: decoded.count) < decoded.count || isBase64(decoded.array)
        }
    }

    /// Returns whether a value is base64 rather than words: it ends in `=`, or it has a long part of letters and digits.
    private static func isBase64(_ value: [UInt8]) -> Bool {
        guard value.count >= 16, value.allSatisfy({ Base64.value($0) != nil || $0 == UInt8(ascii: "=") }) else { return false }
        if value.last == UInt8(ascii: "=") { return true }
        let signs = "+/-_=".utf8
        return (value.count % 4 == 0 ? [value[...]] : value.split { signs.contains($0) }).contains { part in
            part.count >= 16 && part.contains(where: ByteClass.isDigit)
                && part.contains { ByteClass.isLetter($0) && $0 & 0x20 == 0 } && part.contains { ByteClass.isLetter($0) && $0 & 0x20 != 0 }
        }
    }
}
