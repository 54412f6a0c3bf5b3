package import Bytes

/// Decodes the HTML character references that occur in links: six named references, and numeric references of at most 10 bytes.
package enum CharacterReferences {
    private static let named: [(StaticString, Unicode.Scalar)] = [
        ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"),
    ]
    private static let longest = 10

    package static func decoded(_ text: TracedText) -> TracedText {
        guard text.bytes.contains(UInt8(ascii: "&")) else { return text }
        var result = TracedText()
        var start = 0
        while let ampersand = text.bytes[start...].firstIndex(of: UInt8(ascii: "&")) {
            result.append(text, start..<ampersand)
            if let (meaning, length) = reference(in: text.bytes, at: ampersand) {
                start = ampersand + length
                result.append(String(meaning).utf8, for: ampersand..<start, of: text)
            } else {
                start = ampersand + 1
                result.append(text, ampersand..<start)
            }
        }
        result.append(text, start..<text.count)
        return result
    }

    private static func reference(in bytes: [UInt8], at position: Int) -> (Unicode.Scalar, Int)? {
        for (name, meaning) in named where bytes.has(name, at: position, before: bytes.count) { return (meaning, name.utf8CodeUnitCount) }
        guard bytes.has("&#", at: position, before: bytes.count) else { return nil }
        let limit = min(bytes.count, position + longest)
        guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = String(decoding: bytes[position + 2..<end], as: UTF8.self)
        let isHex = digits.first == "x" || digits.first == "X"
        guard let value = UInt32(isHex ? digits.dropFirst() : digits[...], radix: isHex ? 16 : 10), value != 0,
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (scalar, end + 1 - position)
    }
}
