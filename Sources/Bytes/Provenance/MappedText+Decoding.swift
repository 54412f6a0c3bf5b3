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

    /// Returns the whole text decoded from base64 in either alphabet, or nil if it is not base64 or does not decode to readable text.
    ///
    /// Nearly every word decodes to some bytes. But sixteen or more characters that decode only to readable text are rarely a word.
    package func base64Decoded() -> MappedText? {
        var length = count
        while length > 0, bytes[length - 1] == UInt8(ascii: "="), count - length < 2 { length -= 1 }
        guard length >= 16, length % 4 != 1 else { return nil }
        guard isReadableBase64(0..<length) else { return nil }
        var builder = Builder(from: self, capacity: length / 4 * 3, isPacked: true)
        var decoder = Base64.Decoder()
        for index in 0..<length {
            if let byte = Base64.value(bytes[index]).flatMap({ decoder.add($0) }) { builder.append(byte, from: index - 1..<index + 1) }
        }
        return builder.text
    }

    /// Most texts that are not base64 show it in their first bytes, so they are checked before anything is built.
    private func isReadableBase64(_ range: Range<Int>) -> Bool {
        var decoder = Base64.Decoder()
        var isText = ReadableText(isNarrow: true)
        for index in range {
            guard let digit = Base64.value(bytes[index]) else { return false }
            if let byte = decoder.add(digit), !isText.take(byte) { return false }
        }
        return isText.isComplete
    }
}
