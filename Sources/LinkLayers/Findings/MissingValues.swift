import AppLinks
import Bytes

/// Recognizes what JavaScript writes into a text for a value that is missing or not text.
///
///    acme://order/undefined?ref=null&amount=NaN        /p/[object%20Object]
///
/// Words of other languages, such as `None` and `nil`, also have a meaning of their own. So have these words where people look things up:
/// in `?q=null` and in `/docs/Global_Objects/undefined`.
enum MissingValues {
    private static let words: [StaticString] = ["null", "NaN", "undefined", "[object Object]"]

    /// Returns the word if a decoded value or path segment is exactly that word.
    static func word(_ text: Span<UInt8>) -> StaticString? {
        guard (3...15).contains(text.count), mayBegin(text[0]) else { return nil }
        return ByteView.with(text) { text in words.first { $0.utf8CodeUnitCount == text.count && text.hasPrefix($0, at: 0) } }
    }

    /// The names of parameters whose value is a text that someone searches for.
    private static let searches: [StaticString] = [
        "q", "query", "search", "s", "term", "keyword", "keywords", "searchterm", "search_term", "search_query",
    ]

    /// Returns whether the value of a parameter with this name is a text that someone searches for. The case of the name does not matter.
    static func isSearch(_ name: Span<UInt8>) -> Bool { searches.contain(name, 0..<name.count) }

    /// The segments of paths after which a segment may name the topic of a page, such as `undefined`.
    private static let references: [StaticString] = [
        "docs", "doc", "documentation", "reference", "wiki", "dictionary", "define", "package", "packages", "tagged", "tags", "tag",
        "topics",
        "hashtag", "search",
    ]

    /// Returns whether a word may begin with this byte of a decoded text.
    private static func mayBegin(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N") || byte == UInt8(ascii: "u") || byte == UInt8(ascii: "[")
    }

    /// Reports the first segment of a path that is such a word.
    static func examinePath(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let path = url.components.path
        var missing: (word: StaticString, segment: Range<Int>)?
        ByteView.with(bytes.span) { view in
            view.forEachPart(of: path, separatedBy: UInt8(ascii: "/")) { segment in
                // Few segments have the length of such a word, and others are not decoded.
                let first = view[segment.lowerBound]
                let isLikely = (segment.count <= 4 || segment.count == 9) && mayBegin(first)
                // What comes before the first slash is an address, as in mailto:.
                guard missing == nil, segment.count >= 3, segment.lowerBound > path.lowerBound,
                    isLikely || first == PercentCoding.percent || first == UInt8(ascii: "["),
                    let word = PercentCoding.withDecoded(bytes.span, segment, word)
                else { return }
                missing = (word, segment)
            }
        }
        guard let (word, segment) = missing, !isReference(bytes, path.lowerBound..<segment.lowerBound) else { return }
        let message = "The sender's program probably wrote \(word) into the path instead of a value."
        sink.found(Finding(.placeholder, message, range: edits.place(segment)))
    }

    private static func isReference(_ bytes: [UInt8], _ path: Range<Int>) -> Bool {
        bytes[path].split(separator: UInt8(ascii: "/")).contains { references.contain(bytes.span, $0.indices) }
    }
}
