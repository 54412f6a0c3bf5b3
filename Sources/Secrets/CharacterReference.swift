package import Bytes

/// An HTML character reference that occurs in links: one of six names, or a number of at most seven decimal or six hexadecimal digits.
///
///     &quot;   &#34;   &#x22;     all three are "
package enum CharacterReference {
    private static let named: [(StaticString, Unicode.Scalar)] = [
        ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"),
    ]
    /// The maximum length of a number with its `&#` or `&#x`, without its `;`.
    private static let longest = 9

    /// Returns the character that a reference stands for, and the length of the reference. Returns nil if none begins at `place`.
    package static func read(_ bytes: ByteView, at place: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        for (name, scalar) in named where bytes.hasPrefix(name, at: place) { return (scalar, name.utf8CodeUnitCount) }
        guard bytes.hasPrefix("&#", at: place) else { return nil }
        let isHexadecimal = bytes[place + 2] | 0x20 == UInt8(ascii: "x")
        let first = place + (isHexadecimal ? 3 : 2)
        var end = first
        var value: UInt32 = 0
        while end < place + longest, let digit = ByteClass.hexadecimal(bytes[end]), isHexadecimal || digit < 10 {
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
            end += 1
        }
        guard end > first, bytes[end] == UInt8(ascii: ";"), value != 0, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, end + 1 - place)
    }
}
