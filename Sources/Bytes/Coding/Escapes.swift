/// An escape in a JSON string, such as `\n`, `\u00e9` or the pair `\ud83d\ude00`.
package struct JSONEscape {
    package let scalar: Unicode.Scalar
    package let length: Int
    /// Whether the scalar is U+FFFD because only half a surrogate pair was written.
    package let isLoneSurrogate: Bool

    /// Parses the escape at a backslash. Returns nil if the escape is malformed or extends beyond `end`.
    package init?(in bytes: ByteView, at position: Int, end: Int) {
        guard position + 1 < end else { return nil }
        if let simple = Self.simple(bytes[position + 1]) {
            (scalar, length, isLoneSurrogate) = (simple, 2, false)
            return
        }
        guard let unit = Self.unit(in: bytes, at: position, end: end) else { return nil }
        if let scalar = Unicode.Scalar(unit) {
            (self.scalar, length, isLoneSurrogate) = (scalar, 6, false)
        } else if unit < 0xDC00, let low = Self.unit(in: bytes, at: position + 6, end: end), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        {
            (self.scalar, length, isLoneSurrogate) = (scalar, 12, false)
        } else {
            (scalar, length, isLoneSurrogate) = ("\u{FFFD}", 6, true)
        }
    }

    private static func simple(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// Returns the value of a `\uXXXX` escape; nil if there is no such escape.
    private static func unit(in bytes: ByteView, at position: Int, end: Int) -> UInt16? {
        guard position + 6 <= end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else { return nil }
        var value: UInt16 = 0
        for index in position + 2..<position + 6 {
            guard let digit = ByteClass.hexadecimal(bytes[index]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
