import Bytes
import JSONDocument

/// Data whose quotes are escaped once too often: as in a JSON string, or by an extra percent-encoding.
///
///     {\"a\":1}   {\u0022a\u0022:1}     copied from a string of a program or of JSON
///     {%22a%22:1}                       the value in the link is {%2522a%2522:1}, because its quotes were encoded before the value was
struct EscapedPayload {
    enum Escape {
        case json, percent
    }

    let escape: Escape
    /// The data without the escapes. Nil if the result is not a JSON object.
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

    /// Decodes the data until it is a JSON object. Returns nil if five decodings are not enough.
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
