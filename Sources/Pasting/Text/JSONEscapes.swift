import Bytes

/// Decodes the escapes of a JSON string. Malformed escapes are kept as they are.
enum JSONEscapes {
    static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "\\") }) { position in
            let escape = ByteView.with(text.bytes.span) { JSONEscape(in: $0, at: position, end: text.count) }
            return escape.map { (Array(String($0.scalar).utf8), $0.length) }
        } ?? text
    }
}
