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
