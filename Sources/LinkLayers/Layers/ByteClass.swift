import AppLinks

/// What a byte can be to a text with links in it.
package enum ByteClass {
    @inline(__always)
    @inlinable package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    @inline(__always)
    @inlinable package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inline(__always)
    @inlinable package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// What may follow the first letter of a scheme.
    package static func isSchemeTail(_ byte: UInt8) -> Bool {
        Bytes.isLetter(byte) || Bytes.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}

extension Array<UInt8> {
    /// Whether these bytes stand at a position.
    @inlinable package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe self[position + index] != expected[index] { return false }
            return true
        }
    }

    /// Whether this escape of JSON stands at a position, which is given with small digits; the `u` of one is small.
    package func hasEscape(_ escape: StaticString, at position: Int, before end: Int) -> Bool {
        has("\\u", at: position, before: end) && hasLetters(escape, at: position, before: end)
    }

    /// The same, ASCII letters in any case; the text is given in lower case.
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
