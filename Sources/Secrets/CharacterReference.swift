package import Bytes

/// An HTML character reference that occurs in links: one of a few names, or a number of at most seven decimal or six hexadecimal digits.
///
///     &quot;   &#34;   &#x22;     all three are "
package enum CharacterReference {
    private static let named: [(StaticString, Unicode.Scalar)] = [
        ("amp;", "&"), ("quot;", "\""), ("apos;", "'"), ("lt;", "<"), ("gt;", ">"), ("nbsp;", "\u{A0}"), ("ldquo;", "“"), ("rdquo;", "”"),
        ("bdquo;", "„"), ("lsquo;", "‘"), ("rsquo;", "’"), ("sbquo;", "‚"), ("laquo;", "«"), ("raquo;", "»"),
    ]
    /// The maximum length of a number with its `#` or `#x`, without its `;`.
    private static let longest = 8

    /// Returns the character that a reference stands for, and the length of the reference. Returns nil if none begins at `place`.
    package static func read(_ bytes: ByteView, at place: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard bytes[place] == UInt8(ascii: "&") else { return nil }
        return read(bytes, after: place + 1).map { ($0.scalar, $0.end - place) }
    }

    /// Returns the character that a reference stands for, and the end of the reference. `start` is the place after its `&`.
    static func read(_ bytes: ByteView, after start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        for (name, scalar) in named where bytes.hasPrefix(name, at: start) { return (scalar, start + name.utf8CodeUnitCount) }
        guard bytes[start] == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = bytes[start + 1] | 0x20 == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 2 : 1)
        var end = first
        var value: UInt32 = 0
        while end < start + longest, let digit = ByteClass.hexadecimal(bytes[end]), isHexadecimal || digit < 10 {
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
            end += 1
        }
        guard end > first, bytes[end] == UInt8(ascii: ";"), value != 0, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, end + 1)
    }
}
