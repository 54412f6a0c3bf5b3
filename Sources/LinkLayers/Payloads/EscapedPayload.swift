import Bytes
import JSONDocument

/// Data whose quotes have an escape too many: that of a JSON string, or a second percent-encoding.
///
///     {\"a\":1}   {\u0022a\u0022:1}     copied from a string of a program or of JSON
///     {%22a%22:1}                       written as {%2522a%2522:1}: only the quotes had been encoded before
struct EscapedPayload {
    enum Escape {
        case json, percent
    }

    let escape: Escape
    /// The data without the escapes. Nil if it is not a JSON object then either.
    let meant: [UInt8]?

    init?(_ data: [UInt8]) {
        guard data.first == UInt8(ascii: "{"), let first = data.dropFirst().firstIndex(where: { $0 > 0x20 }) else { return nil }
        if data.hasLetters("\\\"", at: first) || data.hasLetters("\\u0022", at: first) {
            escape = .json
            let quote = [UInt8(ascii: "\"")]
            meant = JSONDocument(quote + data + quote).root?.stringValue.flatMap { Self.object(Array($0.utf8)) }
        } else if data.hasLetters("%22", at: first) || data.hasLetters("%25", at: first) {
            escape = .percent
            meant = Self.decoded(data)
        } else {
            return nil
        }
    }

    /// Returns the data after as few decodings as make it a JSON object.
    private static func decoded(_ data: [UInt8]) -> [UInt8]? {
        var text = data
        for _ in 0..<mostDecodings {
            text = PercentCoding.decoded(text.span, 0..<text.count)
            if let object = object(text) { return object }
        }
        return nil
    }

    private static let mostDecodings = 5

    private static func object(_ text: [UInt8]) -> [UInt8]? {
        let document = JSONDocument(text)
        return document.isValid && document.root?.kind == .object ? text : nil
    }
}
