import Bytes

/// The escape of a string literal, after its backslash. It covers what the languages have in common: `\n`, `\"`, `\/`, `\x2F`, `\u002F` and
/// `\u{2F}`, and the end of a line, which continues the text on the next one.
package struct LiteralEscape {
    package let meaning: [UInt8]
    package let end: Int

    /// Returns nil if there is no such escape. The backslash then belongs to the text, as in a regular expression.
    package init?(in bytes: [UInt8], at mark: Int) {
        guard mark < bytes.count else { return nil }
        switch bytes[mark] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"): self.init([0x0A], mark + 1)
        case UInt8(ascii: "t"): self.init([0x09], mark + 1)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "`"), UInt8(ascii: "$"):
            self.init([bytes[mark]], mark + 1)
        case 0x0A, 0x0D:
            var end = mark + 1
            if bytes[mark] == 0x0D, end < bytes.count, bytes[end] == 0x0A { end += 1 }
            while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
            self.init([], end)
        case UInt8(ascii: "x"): self.init(digits: mark + 1, count: 2, in: bytes)
        case UInt8(ascii: "u"):
            if mark + 1 < bytes.count, bytes[mark + 1] == UInt8(ascii: "{") {
                guard let close = bytes[mark...].prefix(12).firstIndex(of: UInt8(ascii: "}")) else { return nil }
                self.init(digits: mark + 2, count: close - mark - 2, in: bytes, closing: 1)
            } else if let escape = ByteView.with(bytes.span, { JSONEscape(in: $0, at: mark - 1, end: bytes.count) }) {
                self.init(Array(String(escape.scalar).utf8), mark - 1 + escape.length)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private init(_ meaning: [UInt8], _ end: Int) {
        self.meaning = meaning
        self.end = end
    }

    private init?(digits start: Int, count: Int, in bytes: [UInt8], closing: Int = 0) {
        guard count > 0, count <= 8, start + count + closing <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + count] {
            guard let digit = ByteClass.hexadecimal(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        self.init(Array(String(scalar).utf8), start + count + closing)
    }

    /// Returns a part of a text with what its escapes stand for. A backslash that begins no escape is left out.
    static func decoded(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let escape = LiteralEscape(in: bytes, at: index + 1)
            result += escape?.meaning ?? []
            index = escape?.end ?? index + 1
        }
        return result
    }
}
