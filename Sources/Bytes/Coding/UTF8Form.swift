/// The form of UTF-8, from table 3-7 of Unicode 16. It excludes overlong forms, surrogates and values beyond U+10FFFF.
@usableFromInline
package enum UTF8Form {
    /// Returns the length of the character that a byte begins. Returns nil if no character begins with it.
    @inlinable
    package static func length(after first: UInt8) -> Int? {
        switch first {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// Returns the bytes that can follow a byte of a character that has more bytes.
    @inlinable
    package static func next(after byte: UInt8) -> ClosedRange<UInt8> {
        switch byte {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }
}

extension ByteView {
    /// Returns the length of the UTF-8 sequence at a position if the sequence is well-formed. If not, returns the length of its longest
    /// valid beginning, but at least 1.
    @inlinable
    package func utf8Sequence(at position: Int) -> (length: Int, isWellFormed: Bool) {
        guard let length = UTF8Form.length(after: self[position]) else { return (1, false) }
        for offset in 1..<length {
            // A read after the end gives 0, which is not a continuation byte.
            guard UTF8Form.next(after: self[position + offset - 1]).contains(self[position + offset]) else { return (offset, false) }
        }
        return (length, true)
    }

    /// Returns the character at a position. Returns nil if the UTF-8 sequence there is not well-formed.
    package func scalar(at position: Int) -> Unicode.Scalar? {
        let (length, isWellFormed) = utf8Sequence(at: position)
        guard isWellFormed, length > 1 else { return isWellFormed ? Unicode.Scalar(self[position]) : nil }
        let first = UInt32(self[position]) & (0x7F >> UInt32(length))
        return Unicode.Scalar((1..<length).reduce(first) { $0 << 6 | UInt32(self[position + $1] & 0x3F) })
    }
}
