/// Classes and values of single bytes in a link: digits, letters, escapes.
package enum Bytes {
    @inlinable package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the value of a base64 digit, in the standard or the URL-safe alphabet.
    @inlinable package static func base64(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// Returns the byte that the escape `%XX` at `index` stands for, or nil if there is no escape at that place.
    @inlinable package static func escape(in bytes: [UInt8], at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end, bytes[index] == UInt8(ascii: "%"), let high = hexadecimal(bytes[index + 1]),
            let low = hexadecimal(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    @inline(__always)
    @inlinable package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inline(__always)
    @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Returns whether a byte is a letter, a digit or one of `-._~`. These characters never need escaping in a URL.
    @inline(__always)
    @inlinable package static func isUnreserved(_ byte: UInt8) -> Bool {
        if isLetter(byte) || isDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
        default: return false
        }
    }

    @inline(__always)
    @inlinable package static func lowered(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// Returns whether the bytes in `range` are `word`, ignoring case. `word` must be lowercase ASCII.
    @inlinable package static func equals(_ bytes: [UInt8], _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount, range.upperBound <= bytes.count else { return false }
        return word.withUTF8Buffer { expected in
            for index in expected.indices where unsafe lowered(bytes[range.lowerBound + index]) != expected[index] { return false }
            return true
        }
    }

    @inlinable package static func starts(_ bytes: [UInt8], at index: Int, with word: StaticString) -> Bool {
        index + word.utf8CodeUnitCount <= bytes.count && equals(bytes, index..<index + word.utf8CodeUnitCount, word)
    }

    /// Appends `bytes` with everything except unreserved characters escaped. A `%` is escaped too.
    @inlinable package static func appendEncoded(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        for byte in bytes { appendEncoded(byte, to: &output) }
    }

    @inlinable package static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
        guard !isUnreserved(byte) else { return output.append(byte) }
        output.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] { output.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }

    @inlinable package static func encoded(_ text: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        appendEncoded(text, to: &output)
        return output
    }

    /// A check, byte by byte, for text that is readable: UTF-8 without control characters other than tabs and line ends. To stay simple,
    /// the check also rejects some valid characters: those from U+0080 to U+00BF, from U+0800 to U+0FFF, and from U+100000 on.
    package struct PlainTextCheck {
        @usableFromInline var missing = 0

        @inlinable package init() {}

        /// Checks the next byte. Returns `false` as soon as the bytes are not readable text.
        @inlinable package mutating func take(_ byte: UInt8) -> Bool {
            if missing > 0 {
                missing -= 1
                return byte & 0xC0 == 0x80
            }
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20...0x7E: return true
            case 0xC3...0xDF: missing = 1
            case 0xE1...0xEF: missing = 2
            case 0xF0...0xF3: missing = 3
            default: return false
            }
            return true
        }

        @inlinable package var isComplete: Bool { missing == 0 }
    }
}
