package import Bytes

/// Decodes the HTML character references that occur in links: six named references, and numeric references of at most 10 bytes.
package enum CharacterReferences {
    private static let named: [(StaticString, String)] = [
        ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"),
    ]
    private static let longest = 10

    package static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "&") }) { reference(in: text.bytes, at: $0) } ?? text
    }

    /// Returns the meaning and the length of the reference at `position`.
    static func reference(in bytes: [UInt8], at position: Int) -> (meaning: [UInt8], length: Int)? {
        for (name, meaning) in named where bytes.has(name, at: position, before: bytes.count) {
            return (Array(meaning.utf8), name.utf8CodeUnitCount)
        }
        guard bytes.has("&#", at: position, before: bytes.count) else { return nil }
        let limit = min(bytes.count, position + longest)
        guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = String(decoding: bytes[position + 2..<end], as: UTF8.self)
        let isHex = digits.first == "x" || digits.first == "X"
        guard let value = UInt32(isHex ? digits.dropFirst() : digits[...], radix: isHex ? 16 : 10), value != 0,
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (Array(String(scalar).utf8), end + 1 - position)
    }
}
