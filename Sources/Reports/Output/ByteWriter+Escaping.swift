import Bytes
import Secrets

extension ByteWriter {
    /// Appends UTF-8 text as the content of a JSON string. Escapes all characters that JSON requires to be escaped, and all invisible
    /// characters.
    mutating func appendEscaped(_ text: Span<UInt8>) {
        appendEscaped(text, 0..<text.count)
    }

    /// Appends a range of a UTF-8 text in the same way as the whole text. The range must begin and end between characters.
    mutating func appendEscaped(_ text: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        let end = range.upperBound
        while true {
            index = appendQuoted(text, from: index, to: end)
            if index >= end { return }
            let byte = text[index]
            if byte < 0x80 {
                appendEscapedASCII(byte)
                index += 1
            } else {
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                appendCharacter(text, index..<Swift.min(index + length, end))
                index += length
            }
        }
    }

    private mutating func appendEscapedASCII(_ byte: UInt8) {
        switch byte {
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        default: appendEscape(UInt32(byte))
        }
    }

    /// Appends a character beyond ASCII. The text must be well-formed UTF-8.
    private mutating func appendCharacter(_ text: Span<UInt8>, _ range: Range<Int>) {
        var value = UInt32(text[range.lowerBound]) & (0x7F >> UInt32(range.count))
        for index in range.dropFirst() { value = value << 6 | UInt32(text[index] & 0x3F) }
        guard let scalar = Unicode.Scalar(value), Visibility.isVisible(scalar) else {
            if value > 0xFFFF {
                appendEscape(0xD800 + (value - 0x10000) >> 10)
                appendEscape(0xDC00 + (value - 0x10000) & 0x3FF)
            } else {
                appendEscape(value)
            }
            return
        }
        append(text, range)
    }

    private mutating func appendEscape(_ unit: UInt32) {
        append("\\u")
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(truncatingIfNeeded: unit >> shift) & 15
            append(digit < 10 ? 0x30 + digit : 0x37 + digit)
        }
    }

    /// Appends the content of a JSON string, with its secrets masked. The secrets are sorted ranges.
    ///
    /// - Returns: Whether the output differs from the text.
    mutating func appendMasked(_ text: Span<UInt8>, _ secrets: [Range<Int>]) -> Bool {
        var shown = 0
        var isChanged = false
        for secret in secrets {
            appendEscaped(text, shown..<secret.lowerBound)
            if appendMask(of: text.extracting(secret)) { isChanged = true }
            shown = secret.upperBound
        }
        appendEscaped(text, shown..<text.count)
        return isChanged
    }

    /// Appends a name in an object, without quotes. Names that differ may look alike when they are masked, and an object must not have a name
    /// twice, so a name with a bullet is followed by its position in the object: `••• (2)`.
    ///
    /// - Parameter secrets: The secrets in the name. Nil if secrets are shown.
    mutating func append(name: Span<UInt8>, masking secrets: [Range<Int>]?, at position: Int) {
        guard let secrets else { return appendEscaped(name) }
        guard appendMasked(name, secrets) || Self.hasBullet(name) else { return }
        append(" (")
        append(decimal: position + 1)
        append(")")
    }

    private static func hasBullet(_ text: Span<UInt8>) -> Bool {
        for place in text.indices where text[place] == 0xE2 {
            if place + 2 < text.count, text[place + 1] == 0x80, text[place + 2] == 0xA2 { return true }
        }
        return false
    }

    /// Appends the mask of a secret, or nothing for an empty text. Returns whether the output differs from the text.
    mutating func appendMask(of secret: Span<UInt8>) -> Bool {
        if secret.isEmpty { return false }
        append(string: Secrets.mask)
        return Secrets.mask.withBytes { !$0.isEqual(to: secret) }
    }
}
