import Bytes

extension HiddenCharacters {
    /// Returns whether a UTF-8 text has only printable ASCII characters and the letters of `isPlainLetter`. `false` only means that the
    /// text needs a closer look.
    package static func isPlain(_ text: Span<UInt8>) -> Bool {
        ByteView.with(text) { bytes in
            var index = 0
            while index < bytes.count {
                if bytes.plainBytes(from: index) == 8 {
                    index += 8
                    continue
                }
                let byte = bytes[index]
                if byte >= 0x20, byte < 0x7F {
                    index += 1
                } else if byte >= 0xC2, byte < 0xE0, index + 1 < bytes.count {
                    guard isPlainLetter(UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)) else { return false }
                    index += 2
                } else if byte >= 0xE0, byte < 0xF0, index + 2 < bytes.count {
                    let value = UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
                    guard isPlainLetter(value) else { return false }
                    index += 3
                } else {
                    return false
                }
            }
            return true
        }
    }

    /// Latin beyond ASCII, kana, Han and Hangul: blocks whose only invisible character is the soft hyphen.
    private static func isPlainLetter(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD: false
        case 0xA1...0x2FF, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
