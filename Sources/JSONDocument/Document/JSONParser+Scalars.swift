// Parses strings (RFC 8259, section 7) and numbers (section 6).

import Bytes

extension JSONParser {
    /// Parses and records the string whose opening quote is at the position. Returns flags that tell how the string is written.
    @discardableResult
    mutating func readString() -> NodeRecord.Flags {
        let end = position + 1 + bytes.plainRun(from: position + 1)
        if bytes[end] == UInt8(ascii: "\"") {
            add(.string, to: end + 1)
            return []
        }
        return readString(from: end, quote: UInt8(ascii: "\""))
    }

    /// Continues to parse a string at its first byte that is not plain. This is the slow path of `readString()`.
    mutating func readString(from start: Int, quote: UInt8) -> NodeRecord.Flags {
        var place = start
        var flags: NodeRecord.Flags = []
        while place < bytes.count {
            let byte = bytes[place]
            if byte == quote {
                add(.string, to: place + 1, flags)
                return flags
            }
            if byte == UInt8(ascii: "\\") {
                flags.insert(.needsDecoding)
                place = readEscape(at: place)
            } else if byte < 0x20 {
                place = readControlCharacters(at: place)
            } else if byte >= 0x80 {
                let sequence = bytes.utf8Sequence(at: place)
                if sequence.isWellFormed {
                    place += sequence.length
                } else {
                    flags.insert(.needsDecoding)
                    place = readInvalidUTF8(at: place)
                }
            } else {
                // Inside single quotes, a double quote is an ordinary byte although it ends a plain run. So such a string is read byte by
                // byte.
                place += max(1, quote == UInt8(ascii: "\"") ? bytes.plainRun(from: place) : 1)
            }
        }
        tell(.unterminatedString, position..<bytes.count) {
            "unexpected end of JSON at byte \($0.bytes.count + 1): the string that starts at byte \($0.position + 1) has no closing quote"
        }
        flags.insert(.noClosingQuote)
        add(.string, to: bytes.count, flags)
        return flags
    }

    /// Skips a backslash and the characters that it escapes. Returns the offset after these characters.
    private mutating func readEscape(at place: Int) -> Int {
        if let escape = JSONEscape(in: bytes, at: place, end: bytes.count) {
            if escape.isLoneSurrogate {
                note(.loneSurrogate, place..<place + 6) {
                    "\($0.bytes.string(place..<place + 6)) at byte \(place + 1) is half of a surrogate pair, not a character; it is read as U+FFFD"
                }
            }
            return place + escape.length
        }
        // If the text ends after the backslash, the missing quote is reported and the escape is not.
        guard place + 1 < bytes.count else { return place + 1 }
        if bytes[place + 1] == UInt8(ascii: "u") {
            var end = place + 2
            while end < place + 6, ByteClass.hexadecimal(bytes[end]) != nil { end += 1 }
            if end < bytes.count {
                tell(.invalidEscape, place..<end) { _ in
                    "\"\\u\" at byte \(place + 1) needs four hexadecimal digits, but has \(end - place - 2)"
                }
            }
            return end
        }
        // A control character or invalid UTF-8 after the backslash is not skipped here, because it gets its own finding.
        let next = bytes.utf8Sequence(at: place + 1)
        let end = place + 1 + (next.isWellFormed && bytes[place + 1] >= 0x20 ? next.length : 0)
        tell(.invalidEscape, place..<end) {
            "the backslash at byte \(place + 1) is followed by \($0.name(ofByteAt: place + 1)): only \" \\ / b f n r t and uXXXX may follow it"
        }
        return end
    }

    private mutating func readControlCharacters(at place: Int) -> Int {
        var end = place + 1
        while end < bytes.count, bytes[end] < 0x20 { end += 1 }
        tell(.controlCharacter, place..<end) {
            "\($0.name(ofByteAt: place)) at byte \(place + 1) must be escaped in a string"
        }
        return end
    }

    private mutating func readInvalidUTF8(at place: Int) -> Int {
        var end = place
        while bytes[end] >= 0x80 {
            let sequence = bytes.utf8Sequence(at: end)
            if sequence.isWellFormed { break }
            end += sequence.length
        }
        tell(.invalidUTF8, place..<end) {
            "\($0.name(ofByteAt: place)) at byte \(place + 1) is not UTF-8; \(end - place == 1 ? "it is" : "\(end - place) bytes are") read as U+FFFD"
        }
        return end
    }

    /// Parses and records the number at the position. It may start with a digit, a sign or a point, although JSON does not allow a plus
    /// sign or a point.
    mutating func readNumber() {
        let scan = NumberScan(in: bytes, at: position)
        var end = scan.end
        if scan.problem != nil || isWordByte(bytes[end]) {
            while isWordByte(bytes[end]) { end += 1 }
            tell(.invalidNumber, position..<end) {
                let reason =
                    switch scan.problem {
                    case nil: "the characters after it are not part of a number"
                    case .leadingZero: "a number must not start with extra zeros"
                    case .plusSign: "a number must not start with a plus sign"
                    case .noDigit: "a digit is missing before \($0.name(ofByteAt: scan.end))"
                    case .noFraction: "a digit is missing after the decimal point"
                    case .noExponent: "a digit is missing in the exponent"
                    }
                return "\($0.shownText($0.position..<end)) at byte \($0.position + 1) is not a JSON number: \(reason)"
            }
        }
        add(.number, to: end)
    }

}

/// Returns whether the byte continues a bare word or a malformed number.
func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: byte >= 0x80
    }
}

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
