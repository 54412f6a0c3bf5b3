import AppLinks
import Bytes

/// Finds `&` and other characters that are written as HTML writes them with numbers: `&#38;`. The `#` begins the fragment.
///
/// Names that begin with `amp;` are found with the other parameters, and so are references in the text of a value:
///
///    https://twitter.com/intent/tweet?text=Tom%20%26amp%3B%20Jerry      the reader sees Tom &amp; Jerry
enum HTMLReferences {
    /// The names of parameters whose value is a text that people read.
    private static let texts: [StaticString] = [
        "text", "title", "body", "subject", "message", "msg", "quote", "description", "summary", "caption", "comment", "selftext", "status",
    ]

    /// Returns the edits that replace the references in a value with the characters that they stand for. Returns none if the value is no
    /// text, or if it is HTML or a link.
    static func edits(in component: LinkQuery.Component, of url: SplitLink) -> [Repair.Edit] {
        guard let written = component.item.value, let decoded = component.value, decoded.count < written.count,
            url.query.decoded.withSpan(component.name, { texts.contain($0, 0..<$0.count) })
        else { return [] }
        let bytes = url.bytes
        let signs = written.filter { bytes[$0] == PercentCoding.percent && bytes.hasLetters("%26", at: $0, before: written.upperBound) }
        guard !signs.isEmpty, !url.query.decoded.withSpan(decoded, isHTMLOrLink) else { return [] }
        return signs.compactMap { sign in
            let text = PercentCoding.decoded(bytes.span, sign..<min(sign + longestWritten, written.upperBound))
            guard let (meaning, length) = CharacterReferences.reference(in: text, at: 0) else { return nil }
            var end = sign
            for _ in 0..<length { end += PercentCoding.escape(in: bytes.span, at: end, end: written.upperBound) == nil ? 1 : 3 }
            return Repair.Edit(sign..<end, PercentCoding.encoded(meaning))
        }
    }

    /// The maximum number of bytes of a reference, if each one is escaped.
    private static let longestWritten = 30

    /// Returns whether a decoded value is HTML, in which references are correct, or a layer such as a link, which is examined by itself.
    private static func isHTMLOrLink(_ text: Span<UInt8>) -> Bool {
        text.indices.contains { text[$0] == UInt8(ascii: "<") } || ValueForm.of(text) != nil
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        guard let fragment = url.components.fragment, fragment.lowerBound > 1 else { return }
        let bytes = url.bytes
        let start = fragment.lowerBound - 2
        guard bytes[start] == UInt8(ascii: "&"), let first = CharacterReferences.reference(in: bytes, at: start) else { return }
        var changes: [Repair.Edit] = []
        var index = start
        while index < fragment.upperBound {
            guard bytes[index] == UInt8(ascii: "&"), let (meaning, length) = CharacterReferences.reference(in: bytes, at: index) else {
                index += 1
                continue
            }
            let isPlain = meaning.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
            changes.append(Repair.Edit(index..<index + length, isPlain ? meaning : PercentCoding.encoded(meaning)))
            index += length
        }
        let written = String(decoding: bytes[start..<start + first.length], as: UTF8.self)
        let meant = Quote.beginning(String(decoding: first.meaning, as: UTF8.self))
        let message =
            "This \(meant) is written as in HTML (\(written)): the # in it begins the fragment, so servers and most apps do not read what follows."
        let place = edits.place(start..<start + first.length)
        sink.found(Finding(.htmlEscape, message, range: place, repair: edits.repair("Write \(meant) instead of \(written).", changes)))
    }
}
