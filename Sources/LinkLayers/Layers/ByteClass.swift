import AppLinks

/// Byte classes that matter when searching text for links.
package enum ByteClass {

    @inline(__always)
    @inlinable package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    @inline(__always)
    @inlinable package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inline(__always)
    @inlinable package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Characters allowed after the first letter of a scheme.
    package static func isSchemeTail(_ byte: UInt8) -> Bool {
        Bytes.isLetter(byte) || Bytes.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}

extension Array<UInt8> {
    /// Returns whether `text` is at `position`.
    @inlinable package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe self[position + index] != expected[index] { return false }
            return true
        }
    }

    /// Returns whether a JSON escape is at `position`. `escape` has lowercase hex digits. In the text, the hex digits may be in either
    /// case, but the `u` must be lowercase.
    package func hasEscape(_ escape: StaticString, at position: Int, before end: Int) -> Bool {
        has("\\u", at: position, before: end) && hasLetters(escape, at: position, before: end)
    }

    /// Returns whether `text` is at `position`, ignoring the case of ASCII letters. `text` must be lowercase.
    package func hasLetters(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count {
                let byte = self[position + index]
                guard unsafe (Bytes.isLetter(byte) ? byte | 0x20 : byte) == expected[index] else { return false }
            }
            return true
        }
    }
}
