import AppLinks
import JSONDocument

/// JSON while it is written, on one line, straight into bytes.
///
/// Beyond what JSON asks for, everything that does not show is escaped: whoever prints the line to a terminal prints no control
/// character, no change of direction and nothing invisible.
struct JSONOutput {
    private(set) var bytes: [UInt8]
    /// Whether a comma has to come before the next key or value.
    private var needsComma = false

    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        text.withBytes { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String?) {
        if let text { string(text) } else { raw("null") }
    }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func number(_ value: Int) { raw(String(value)) }

    /// A literal that is JSON already.
    mutating func raw(_ literal: String) {
        separate()
        bytes += literal.utf8
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Escaping

    private mutating func appendEscaped(_ text: Span<UInt8>) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                appendASCII(byte)
                index += 1
            } else {
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                appendCharacter(text, index..<min(index + length, text.count))
                index += length
            }
        }
    }

    private mutating func appendASCII(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x20..<0x7F: bytes.append(byte)
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        default: appendEscape(UInt32(byte))
        }
    }

    /// A character beyond ASCII; the bytes of a `String` are always well-formed.
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
        for index in range { bytes.append(text[index]) }
    }

    private mutating func appendEscape(_ unit: UInt32) {
        bytes += "\\u".utf8
        Hexadecimal.append(unit, atLeast: 4, to: &bytes)
    }
}
