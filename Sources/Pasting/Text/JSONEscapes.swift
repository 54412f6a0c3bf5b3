import Bytes

/// Decodes the escapes of a JSON string. Malformed escapes are kept as they are.
enum JSONEscapes {
    static func decoded(_ text: TracedText) -> TracedText {
        guard text.bytes.contains(UInt8(ascii: "\\")) else { return text }
        var result = TracedText()
        var start = 0
        while let backslash = text.bytes[start...].firstIndex(of: UInt8(ascii: "\\")) {
            result.append(text, start..<backslash)
            let escape = scalar(in: text.bytes, at: backslash)
            start = backslash + escape.length
            if let meaning = escape.meaning {
                result.append(String(meaning).utf8, for: backslash..<start, of: text)
            } else {
                result.append(text, backslash..<start)
            }
        }
        result.append(text, start..<text.count)
        return result
    }

    private static func scalar(in bytes: [UInt8], at position: Int) -> (meaning: Unicode.Scalar?, length: Int) {
        guard position + 1 < bytes.count else { return (nil, 1) }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(bytes[position + 1]), 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let first = unit(in: bytes, at: position) else { return (nil, 1) }
            if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
            guard first < 0xDC00, let second = unit(in: bytes, at: position + 6), (0xDC00..<0xE000).contains(second) else {
                return ("\u{FFFD}", 6)
            }
            return (Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)), 12)
        default: return (nil, 1)
        }
    }

    /// Returns the value of `\uXXXX`.
    private static func unit(in bytes: [UInt8], at position: Int) -> UInt32? {
        guard bytes.has("\\u", at: position, before: bytes.count), position + 6 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position + 2..<position + 6] {
            guard let digit = ByteClass.hexadecimal(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
