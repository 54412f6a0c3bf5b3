import Bytes
import JSONDocument

/// Data with HTML-escaped quotes: `{&quot;a&quot;:1}`. Its first `&` ends the value unless the `&` was percent-encoded.
struct HTMLPayload {
    /// The range of the `&` of the first character reference, in the link.
    let place: Range<Int>
    /// The data with its character references decoded, and its range in the link. Nil if the decoded data is not a JSON object, or if other
    /// text follows the object.
    let meant: (range: Range<Int>, document: JSONDocument)?
    /// The percent-decoded text from the start of the data to the end of the link, with its character references.
    let whole: MappedText
    /// The same text with the character references decoded.
    let text: TracedText

    init?(_ bytes: [UInt8], _ data: Range<Int>) {
        // HTML-escaped data nearly always has a quote right after the brace, so only the first bytes are checked.
        let start = PercentCoding.decoded(bytes.span, data.lowerBound..<min(data.lowerBound + Self.mostBefore, bytes.count))
        guard start.first == UInt8(ascii: "{"), let first = start.dropFirst().firstIndex(where: { $0 > 0x20 }),
            Self.quotes.contains(where: { start.hasLetters($0, at: first) })
        else { return nil }
        whole = MappedText(bytes).percentDecoded(data.lowerBound..<bytes.count)
        place = whole.original(first..<first + 1)
        text = CharacterReferences.decoded(TracedText(whole.bytes))
        guard let extent = JSONExtent(text.bytes) else {
            meant = nil
            return
        }
        let end = whole.original(text.source(of: 0..<extent.end)).upperBound
        meant = CutPayload.isEnd(end, of: bytes) ? (data.lowerBound..<end, extent.document) : nil
    }

    private static let mostBefore = 64
    private static let quotes: [StaticString] = ["&quot;", "&#34;", "&#x22;", "&amp;quot;", "&amp;#34;"]
}
