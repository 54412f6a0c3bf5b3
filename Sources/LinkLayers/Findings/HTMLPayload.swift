import AppLinks
import JSONDocument

/// Data whose quotes were written as in HTML: `{&quot;a&quot;:1}`. The `&` ends it, unless that was escaped.
struct HTMLPayload {
    /// The first reference.
    let place: Range<Int>
    /// The data without the references and where it was; nil where it makes no object even so.
    let meant: (range: Range<Int>, document: JSONDocument)?
    /// All that follows once it is decoded.
    let whole: MappedText
    /// The same without the references.
    let text: TracedText

    init?(_ bytes: [UInt8], _ data: Range<Int>) {
        // Nearly all data begins with a quote behind the brace, and that is soon seen.
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
