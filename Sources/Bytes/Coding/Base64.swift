/// Base64 by RFC 4648.
///
/// Each letter stands for six bits, so the second, third and fourth letter of a group each complete a byte:
///
///    letters   a      H      R      0
///    bits      011010 000111 010001 110100
///    bytes     01101000 01110100 01110100     h t t
@usableFromInline
package enum Base64 {
    /// Returns the value of a letter, in the standard or the URL-safe alphabet.
    @inlinable
    @inline(__always)
    package static func value(_ letter: UInt8) -> UInt8? {
        let value = ByteTable.base64(letter)
        return value < 64 ? value : nil
    }

    /// Returns whether a byte is a letter of the standard or the URL-safe alphabet.
    @inlinable
    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { ByteTable.base64(byte) < 64 }

    /// Puts bytes together from the values of letters.
    package struct Decoder {
        private var bits: UInt32 = 0
        /// The number of letters so far.
        package private(set) var count = 0

        package init() {}

        /// Adds the value of a letter. Returns the byte that the letter completes.
        package mutating func add(_ value: UInt8) -> UInt8? {
            bits = bits << 6 | UInt32(value)
            count += 1
            let place = (count - 1) % 4
            return place == 0 ? nil : UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * place))
        }
    }

    /// Returns whether a text is base64, in either alphabet, of readable text. Padding is optional.
    ///
    /// Nearly every word decodes to some bytes. But sixteen or more characters that decode only to readable text are rarely a word. Most
    /// texts that are not base64 show it in their first bytes.
    package static func isReadable(_ text: Span<UInt8>) -> Bool {
        let length = lengthWithoutPadding(text)
        guard length >= 16, length % 4 != 1 else { return false }
        var decoder = Decoder()
        var isText = ReadableText(isNarrow: true)
        for index in 0..<length {
            guard let digit = value(text[index]) else { return false }
            if let byte = decoder.add(digit), !isText.take(byte) { return false }
        }
        return isText.isComplete
    }

    /// Returns the number of letters that a text has before its padding, which is optional. Returns nil if it has other bytes.
    package static func letterCount(of text: Span<UInt8>) -> Int? {
        let length = lengthWithoutPadding(text)
        for index in 0..<length where !isLetter(text[index]) { return nil }
        return length
    }

    private static func lengthWithoutPadding(_ text: Span<UInt8>) -> Int {
        var length = text.count
        while length > 0, text[length - 1] == UInt8(ascii: "="), text.count - length < 2 { length -= 1 }
        return length
    }

    /// Returns the bytes that a text in the standard alphabet stands for, as `data:` links are decoded: HTML spaces are skipped, and padding is
    /// optional. Returns nil if the text is not base64.
    package static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var letters = text.filter { !ByteClass.isHTMLSpace($0) }
        if letters.count.isMultiple(of: 4) {
            for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        }
        guard letters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var decoder = Decoder()
        for letter in letters {
            guard letter != UInt8(ascii: "-"), letter != UInt8(ascii: "_"), let value = value(letter) else { return nil }
            if let byte = decoder.add(value) { bytes.append(byte) }
        }
        return bytes
    }

    /// Encodes bytes in the standard alphabet, with padding.
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let letter = alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
                result.append(index <= group.count ? letter : UInt8(ascii: "="))
            }
        }
        return result
    }
}

/// A check, byte by byte, for text that is readable: lead bytes with the right number of continuation bytes, and no control characters
/// except tabs and line ends.
package struct ReadableText {
    private var missing = 0
    private let isNarrow: Bool

    /// - Parameter isNarrow: Whether to reject lead bytes that are rare in real texts: those of the characters from
    ///   U+0080 to U+00BF, from U+0800 to U+0FFF, and from U+100000 on.
    package init(isNarrow: Bool = false) { self.isNarrow = isNarrow }

    /// Checks the next byte. Returns `false` as soon as the bytes are not readable text.
    package mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            missing -= 1
            return byte & 0xC0 == 0x80
        }
        if isNarrow, byte == 0xC2 || byte == 0xE0 || byte == 0xF4 { return false }
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        return true
    }

    /// Whether the text does not end within a character.
    package var isComplete: Bool { missing == 0 }
}
