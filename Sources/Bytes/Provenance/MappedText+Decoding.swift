extension MappedText {
    /// Returns `range`, the text between the quotes of a JSON string, with its escapes decoded. Malformed escapes are kept as written, and
    /// an unpaired surrogate becomes U+FFFD.
    package func jsonDecoded(_ range: Range<Int>) -> MappedText {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return slice(range) }
        var builder = Builder(from: self, capacity: range.count)
        ByteView.with(bytes.span) { view in
            var index = range.lowerBound
            while index < range.upperBound {
                let start = index
                if view[index] == UInt8(ascii: "\\"), let escape = JSONEscape(in: view, at: index, end: range.upperBound) {
                    index += escape.length
                    for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter { builder.append(byte, from: start..<index) }
                } else {
                    index += 1
                    builder.append(view[start], from: start..<index)
                }
            }
        }
        return builder.text
    }

    /// Returns the whole text decoded from base64 in either alphabet, or nil if it is not ``Base64/isReadable(_:)``.
    package func base64Decoded() -> MappedText? {
        guard Base64.isReadable(bytes.span) else { return nil }
        var builder = Builder(from: self, capacity: count / 4 * 3, isPacked: true)
        builder.append(base64: 0..<count)
        return builder.text
    }
}

extension MappedText.Builder {
    /// Appends the bytes decoded from letters of base64. Skips all other bytes of the outer text.
    package mutating func append(base64 range: Range<Int>) {
        var decoder = Base64.Decoder()
        for index in range {
            if let byte = Base64.value(outer.bytes[index]).flatMap({ decoder.add($0) }) { append(byte, from: index - 1..<index + 1) }
        }
    }
}
