extension MappedText {
    /// Returns `range`, the text between the quotes of a JSON string, with its escapes decoded. Malformed escapes are kept as written, and
    /// an unpaired surrogate becomes U+FFFD.
    package func jsonDecoded(_ range: Range<Int>) -> MappedText {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return slice(range) }
        var builder = Builder(from: self, capacity: range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
                builder.append(bytes[index], from: index..<index + 1)
                index += 1
                continue
            }
            if let byte = Self.simpleEscape(bytes[index + 1]) {
                builder.append(byte, from: index..<index + 2)
                index += 2
            } else if let unit = unit(at: index, end: range.upperBound) {
                let (scalar, length) = scalar(unit, at: index, end: range.upperBound)
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    builder.append(byte, from: index..<index + length)
                }
                index += length
            } else {
                builder.append(bytes[index], from: index..<index + 1)
                index += 1
            }
        }
        return builder.text
    }

    private static func simpleEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Returns the code unit of `\uXXXX` at `index`.
    private func unit(at index: Int, end: Int) -> UInt32? {
        guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for digit in bytes[index + 2..<index + 6] {
            guard let digit = ByteClass.hexadecimal(digit) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private func scalar(_ unit: UInt32, at index: Int, end: Int) -> (Unicode.Scalar, length: Int) {
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        if unit < 0xDC00, let low = self.unit(at: index + 6, end: end), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
            return (scalar, 12)
        }
        return ("\u{FFFD}", 6)
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
