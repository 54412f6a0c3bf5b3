import Bytes
import JSONDocument

/// The strings of a JSON text that are written with escapes, decoded as a reader of JSON decodes them. By itself, such a string may show
/// more secrets than the text around it: a link with `\/`, or a message whose words have `\u00f3`.
struct JSONStrings {
    let texts: [MappedText]

    /// - Returns: Nil if the text is neither an object nor an array, or has no escapes.
    init?(_ text: Span<UInt8>) {
        let content = text.trimmed
        guard let first = content.first, text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "[") else { return nil }
        guard text.place(of: UInt8(ascii: "\\"), from: first, end: content.upperBound) < content.upperBound else { return nil }
        let whole = MappedText(text.array)
        var tape = JSONTape()
        tape.read(text)
        texts = tape.records.filter { $0.kind == .string && $0.flags.contains(.needsDecoding) }.map { whole.jsonDecoded($0.contentRange) }
    }
}
