import AppLinks
import JSONDocument

/// App Link data after the `#`, where no reader looks for it.
struct FragmentPayload {
    /// The range of the name, the `=` and all of the data.
    let item: Range<Int>
    let document: JSONDocument
    /// The decoded data, with the places where it was written.
    private let text: MappedText
    /// The same text without HTML character references, with the place of each byte in `text`.
    private var traced: TracedText?

    init?(_ url: LinkURL, _ bytes: [UInt8]) {
        guard let fragment = url.components.fragment else { return nil }
        let name = Array("\(AppLinkKeys.parameter)=".utf8)
        var start = fragment.lowerBound
        while start < fragment.upperBound {
            let end = bytes[start..<fragment.upperBound].firstIndex { Self.isSign($0) } ?? fragment.upperBound
            guard end - start > name.count, bytes[start..<end].starts(with: name) else {
                start = end + 1
                continue
            }
            let value = start + name.count
            // If such data were moved into the query unchanged, it would be misread.
            if let escaped = HTMLPayload(bytes, value..<fragment.upperBound) {
                guard let meant = escaped.meant else { return nil }
                item = start..<meant.range.upperBound
                document = meant.document
                text = escaped.whole
                traced = escaped.text
                return
            }
            // Unescaped delimiters do not end the data, because no reader has read it from the fragment yet.
            let whole = MappedText(bytes).percentDecoded(value..<fragment.upperBound)
            if let extent = JSONExtent(whole.bytes) {
                let last = whole.original(0..<extent.end).upperBound
                if last == fragment.upperBound || Self.isSign(bytes[last]) {
                    item = start..<last
                    document = extent.document
                    text = whole
                    return
                }
            }
            item = start..<end
            text = MappedText(bytes).percentDecoded(value..<end)
            document = JSONDocument(text.bytes)
            if CutPayload.mayGoOn(bytes, value..<end, document) { return nil }
            return
        }
        return nil
    }

    /// Returns where bytes of the document are written in the link.
    func place(_ range: Range<Int>) -> Range<Int> { text.original(traced?.source(of: range) ?? range) }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
