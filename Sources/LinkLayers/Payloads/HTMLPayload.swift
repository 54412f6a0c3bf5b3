import AppLinks
import JSONDocument

/// Data with HTML-escaped quotes: `{&quot;a&quot;:1}`. Its first `&` ends the value unless the `&` was percent-encoded.
struct HTMLPayload {
    /// The range of the first character reference.
    let place: Range<Int>
    /// The data without the references, and its range. Nil if the data is not a JSON object even then.
    let meant: (range: Range<Int>, document: JSONDocument)?
    /// The decoded text from the start of the data to its end, with the references.
    let whole: MappedText
    /// The same text without the references.
    let text: TracedText

    init?(_ bytes: [UInt8], _ data: Range<Int>) {
        // Nearly all data has a quote right after the brace, so a short look is enough.
        let start = MappedText(bytes).percentDecoded(data.lowerBound..<min(data.lowerBound + Self.mostBefore, bytes.count)).bytes
        guard start.first == UInt8(ascii: "{"), let first = start.dropFirst().firstIndex(where: { $0 > 0x20 }),
            Self.quotes.contains(where: { Bytes.starts(start, at: first, with: $0) })
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
