/// What a byte can be to a text with links in it.
enum ByteClass {
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    @inline(__always)
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inline(__always)
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// What may follow the first letter of a scheme.
    @inline(__always)
    static func isSchemeTail(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

extension Array<UInt8> {
    /// Whether these bytes stand at a position.
    func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe self[position + index] != expected[index] { return false }
            return true
        }
    }

    /// The same, ASCII letters in any case; the text is given in lower case.
    func hasLetters(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= end else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count {
                let byte = self[position + index]
                guard unsafe (ByteClass.isLetter(byte) ? byte | 0x20 : byte) == expected[index] else { return false }
            }
            return true
        }
    }
}
