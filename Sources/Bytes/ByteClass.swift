/// Classifies single bytes: letters, digits, space characters, and so on.
@usableFromInline
package enum ByteClass {
    @inlinable
    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Returns whether a byte is a letter, a digit or one of `-._~`. These characters never need escaping in a URL (RFC 3986, section 2.3).
    @inlinable
    @inline(__always)
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        if isLetter(byte) || isDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
        default: return false
        }
    }

    /// Returns whether a byte may come after the first letter of a scheme (RFC 3986, section 3.1).
    @inlinable
    @inline(__always)
    package static func isSchemeTail(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Returns whether a byte is a space, a tab, a line end, a vertical tab or a form feed.
    @inlinable
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// Returns whether a byte is a space between JSON values: a space, a tab or a line end (RFC 8259, section 2).
    @inlinable
    @inline(__always)
    package static func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

    /// Returns whether a byte is what HTML calls ASCII whitespace: a space, a tab, a line end or a form feed.
    @inlinable
    @inline(__always)
    package static func isHTMLSpace(_ byte: UInt8) -> Bool { isJSONSpace(byte) || byte == 0x0C }

    @inlinable
    @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inlinable
    @inline(__always)
    package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    @inlinable
    @inline(__always)
    package static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// Returns the value of a hexadecimal digit in either case.
    @inlinable
    @inline(__always)
    package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        let value = ByteTable.hex(byte)
        return value < 16 ? value : nil
    }
}
