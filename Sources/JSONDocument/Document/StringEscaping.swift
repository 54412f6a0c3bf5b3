import Bytes

/// Appends a text in quotes. Escapes the characters that JSON requires to be escaped (RFC 8259, section 7) and the characters that
/// line-based readers misread.
func appendEscaped(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    ByteView.with(text) { bytes in
        // Characters that need no escape are copied in runs.
        var start = 0
        var place = bytes.plainRun(from: 0, stopsAtDelete: true)
        while place < bytes.count {
            if let (escape, length) = escape(in: bytes, at: place) {
                bytes.append(start..<place, to: &output)
                output.append(contentsOf: escape.utf8)
                place += length
                start = place
            } else {
                place += 1
            }
            place += bytes.plainRun(from: place, stopsAtDelete: true)
        }
        bytes.append(start..<bytes.count, to: &output)
    }
    output.append(UInt8(ascii: "\""))
}

/// Returns the escape for the character at an offset of well-formed UTF-8, and the character's length in bytes; nil if the character needs
/// no escape.
private func escape(in bytes: ByteView, at place: Int) -> (text: String, length: Int)? {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case 0x08: return ("\\b", 1)
    case 0x09: return ("\\t", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0C: return ("\\f", 1)
    case 0x0D: return ("\\r", 1)
    case 0x00..<0x20, 0x7F: return ("\\u" + hexadecimal(UInt32(byte), digits: 4), 1)
    case 0xC2 where bytes[place + 1] < 0xA0:
        // The control characters U+0080 to U+009F.
        return ("\\u" + hexadecimal(UInt32(bytes[place + 1]), digits: 4), 2)
    case 0xE2 where bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8:
        return (bytes[place + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
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
            guard byte == UInt8(ascii: "\\"), let escape = JSONEscape(in: bytes, at: place, end: content.upperBound) else {
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
