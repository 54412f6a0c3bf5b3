import Bytes

/// Returns the decoded text of a string's record.
func decodedString(_ record: NodeRecord, in source: [UInt8]) -> String {
    unsafe source.withUnsafeBufferPointer { buffer in
        decodedString(record, in: unsafe ByteView(buffer))
    }
}

/// Returns the decoded text of a string's record. Copies the bytes if there is nothing to decode.
func decodedString(_ record: NodeRecord, in bytes: ByteView) -> String {
    let content = record.contentRange
    guard record.flags.contains(.needsDecoding) else { return bytes.string(content) }
    // Decoding never lengthens text: the six bytes of `\uXXXX` become at most three, and the twelve bytes of a surrogate pair become four.
    // Bytes that are not UTF-8 are copied here, and the initializer of `String` replaces them with U+FFFD.
    return unsafe String(unsafeUninitializedCapacity: content.count) { output in
        var count = 0
        var place = content.lowerBound
        func put(_ byte: UInt8) {
            // `count` grows no faster than `place`, and `place` stays within the content's range, whose length is the capacity.
            unsafe output[count] = byte
            count += 1
        }
        while place < content.upperBound {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "\\"), let escape = Escape(in: bytes, at: place, end: content.upperBound) else {
                put(byte)
                place += 1
                continue
            }
            for unit in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                put(unit)
            }
            place += escape.length
        }
        return count
    }
}

/// An escape in a string, such as `\n`, `\u00e9` or the pair `\ud83d\ude00`.
struct Escape {
    let scalar: Unicode.Scalar
    let length: Int
    /// Whether the scalar is U+FFFD because only half a surrogate pair was written.
    let isLoneSurrogate: Bool

    /// Parses the escape at a backslash; nil if there is no valid escape, or if it extends beyond `end`.
    init?(in bytes: ByteView, at position: Int, end: Int) {
        guard position + 1 < end else { return nil }
        var simple: Unicode.Scalar?
        switch bytes[position + 1] {
        case UInt8(ascii: "\""): simple = "\""
        case UInt8(ascii: "\\"): simple = "\\"
        case UInt8(ascii: "/"): simple = "/"
        case UInt8(ascii: "b"): simple = "\u{8}"
        case UInt8(ascii: "f"): simple = "\u{C}"
        case UInt8(ascii: "n"): simple = "\n"
        case UInt8(ascii: "r"): simple = "\r"
        case UInt8(ascii: "t"): simple = "\t"
        default: break
        }
        if let simple {
            (scalar, length, isLoneSurrogate) = (simple, 2, false)
            return
        }
        guard let unit = Self.unit(in: bytes, at: position, end: end) else { return nil }
        if let scalar = Unicode.Scalar(unit) {
            (self.scalar, length, isLoneSurrogate) = (scalar, 6, false)
        } else if unit < 0xDC00, let low = Self.unit(in: bytes, at: position + 6, end: end), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        {
            (self.scalar, length, isLoneSurrogate) = (scalar, 12, false)
        } else {
            (scalar, length, isLoneSurrogate) = ("\u{FFFD}", 6, true)
        }
    }

    /// Returns the value of a `\uXXXX` escape; nil if there is no such escape.
    private static func unit(in bytes: ByteView, at position: Int, end: Int) -> UInt16? {
        guard position + 6 <= end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else { return nil }
        var value: UInt16 = 0
        for offset in 2..<6 {
            let byte = bytes[position + offset]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
