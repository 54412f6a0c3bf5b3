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

/// The escapes of quoted-printable (RFC 2045, section 6.7), which mails use: `=XX`, with the digits and capital letters of a hexadecimal number.
package enum QuotedPrintableCoding {
    /// Returns the byte that the escape at `index` stands for, or nil if there is no escape at that place.
    package static func escape(in bytes: Span<UInt8>, at index: Int, end: Int) -> UInt8? {
        guard index + 2 < end, bytes[index] == UInt8(ascii: "="), let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Returns whether the `=` at `index` ended a broken line whose line break was removed. If so, an escaped `=`, which is `=3D`, follows.
    package static func isLostBreak(in bytes: Span<UInt8>, at index: Int, end: Int) -> Bool {
        index + 1 < end && bytes[index] == UInt8(ascii: "=") && escape(in: bytes, at: index + 1, end: end) == UInt8(ascii: "=")
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        ByteClass.isDigit(byte) || (0x41...0x46).contains(byte) ? ByteClass.hexadecimal(byte) : nil
    }
}

extension StringProtocol {
    /// Returns the text in which each character that has a special meaning in the output, such as `<` in XML, is replaced.
    ///
    /// The method compares Unicode scalars, because Swift treats `<` and a combining mark after it as one character, which does not equal
    /// `<`. An XML parser still sees the `<`.
    package func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let replacement = replacements[scalar] {
                result.unicodeScalars.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
