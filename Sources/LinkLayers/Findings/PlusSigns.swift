import Bytes

/// Decides whether a `+` is a plus rather than a space, by the value that it stands in.
///
///    red+shoes                 a space between two words
///    black/white+shoes         the same
///    ana+news@example.org      an e-mail address
///    abc+def/ghi==             base64
///    /docs/a+b                 a path
///    image/svg+xml             a media type
///    Ctrl+Shift+T              keys that are pressed together
///    a+b                       a sum
///    UTC+2  10:00+01:00        a time zone
///    c++  +491511234567        a language, a telephone number
///    +15551234567,+15557654321 a list of them
enum LiteralPlus {
    /// Returns whether a value is a telephone number in international form (E.164).
    static func isTelephoneNumber(_ value: ArraySlice<UInt8>) -> Bool {
        let digits = value.dropFirst()
        return value.first == UInt8(ascii: "+") && (shortestNumber...15).contains(digits.count) && digits.allSatisfy(ByteClass.isDigit)
    }

    /// Returns whether a decoded value is one e-mail address.
    static func isMailAddress(_ value: Span<UInt8>) -> Bool {
        let bytes = value.array
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "@")), sign > 0,
            // Words before an address are separated by several signs.
            bytes[..<sign].count(where: { $0 == UInt8(ascii: "+") }) == 1
        else { return false }
        let isLocal = { (byte: UInt8) in ByteClass.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "'") }
        let labels = bytes[(sign + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes[..<sign].allSatisfy(isLocal) && labels.count > 1
            && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { ByteClass.isUnreserved($0) } }
    }

    /// Returns whether every plus in a decoded value is a plus.
    static func isIn(_ value: Span<UInt8>) -> Bool {
        if value.place(of: UInt8(ascii: "@"), from: 0, end: value.count) < value.count { return true }
        let bytes = value.array
        return isBase64(bytes) || isPath(bytes) || isSum(bytes)
    }

    /// Returns whether the plus at `index` of a written value is a plus because of the characters beside it.
    static func isAt(_ index: Int, in bytes: [UInt8], _ value: Range<Int>) -> Bool {
        guard index > value.lowerBound, index + 1 < value.upperBound else { return true }
        let after = bytes[index + 1]
        guard bytes[index - 1] != UInt8(ascii: "+"), after != UInt8(ascii: "+") else { return true }
        guard ByteClass.isDigit(after) else { return false }
        let escape = index - 3 < value.lowerBound ? nil : PercentCoding.escape(in: bytes.span, at: index - 3, end: index)
        let before = escape ?? bytes[index - 1]
        if before == UInt8(ascii: ",") || before == UInt8(ascii: ";") {
            // A list whose first number has a plus: short numbers, and numbers with hyphens.
            if bytes[value.lowerBound] == UInt8(ascii: "+") { return true }
            return bytes[index + 1..<value.upperBound].prefix { ByteClass.isDigit($0) }.count >= shortestNumber
        }
        return ByteClass.isDigit(before) || isTimeZone(bytes, value.lowerBound..<index)
    }

    /// The minimum number of digits of a telephone number in international form.
    private static let shortestNumber = 7

    /// Returns whether a text ends in the name of the time that time zones count from.
    private static func isTimeZone(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
        text.count >= 3 && zones.contain(bytes.span, text.suffix(3))
    }

    private static let zones: [StaticString] = ["utc", "gmt"]

    /// Returns whether a value is base64 rather than words: it ends in `=`, or it has a `/` and parts that are not words, or it has a long part
    /// of letters and digits.
    private static func isBase64(_ value: [UInt8]) -> Bool {
        guard value.allSatisfy({ Base64.value($0) != nil || $0 == UInt8(ascii: "=") }) else { return false }
        if value.last == UInt8(ascii: "=") { return true }
        if value.contains(UInt8(ascii: "/")), !value.split(whereSeparator: { "+/".utf8.contains($0) }).allSatisfy(isWord) { return true }
        guard value.count >= 16 else { return false }
        return (value.count % 4 == 0 ? [value[...]] : value.split { "+-_=".utf8.contains($0) }).contains { part in
            part.count >= 16 && part.contains(where: ByteClass.isDigit)
                && part.contains { ByteClass.isLetter($0) && $0 & 0x20 == 0 } && part.contains { ByteClass.isLetter($0) && $0 & 0x20 != 0 }
        }
    }

    /// Returns whether a text is a number or a word: letters that are all small or all capital, or small letters after a capital.
    private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
        if text.allSatisfy(ByteClass.isDigit) { return true }
        guard text.count > 1, text.allSatisfy(ByteClass.isLetter) else { return false }
        return text.dropFirst().allSatisfy { $0 & 0x20 != 0 } || text.allSatisfy { $0 & 0x20 == 0 }
    }

    /// Returns whether a value is a path or a media type, which have no spaces.
    private static func isPath(_ value: [UInt8]) -> Bool {
        guard let slash = value.firstIndex(of: UInt8(ascii: "/")) else { return false }
        return slash == 0 || mediaTypes.contain(value.span, 0..<slash)
    }

    private static let mediaTypes: [StaticString] = [
        "application", "audio", "font", "image", "message", "model", "multipart", "text", "video",
    ]

    /// Returns whether a value is a sum of single characters, or keys that are pressed together.
    private static func isSum(_ value: [UInt8]) -> Bool {
        let parts = value.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        return parts.allSatisfy { $0.count == 1 } || parts.dropLast().allSatisfy { modifiers.contain(value.span, $0.indices) }
    }

    private static let modifiers: [StaticString] = [
        "ctrl", "control", "alt", "altgr", "option", "opt", "shift", "cmd", "command", "meta", "super", "win", "fn", "strg",
    ]
}

/// Decides whether each `+` in a value of a link was meant as a space. In JSON, the characters around it tell:
///
///    {"a":+"x+y"}             both are spaces, because JSON has no plus between values
///    %7B%22a%22%3A%22x+y%22   a space, because forms escape everything else, including a real plus
///    {"a":"x+y"}              a plus, because a writer that escapes so little does not change spaces to `+`
package enum FormSpaces {
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
        var (index, decoded) = (value.lowerBound, 0)
        return places(bytes, value).map { place in
            while index < place {
                _ = PercentCoding.next(in: bytes.span, at: &index, end: value.upperBound)
                decoded += 1
            }
            return decoded
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
