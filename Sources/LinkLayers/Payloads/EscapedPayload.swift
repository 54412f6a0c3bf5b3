package import Bytes
import JSONDocument
import Secrets

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
        text = HTMLText.decoded(TracedText(whole.bytes))
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

/// Decodes the HTML character references in a text.
package enum HTMLText {
    package static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "&") }) { reference(in: text.bytes, at: $0) } ?? text
    }

    /// Returns the meaning and the length of the reference at `position`.
    static func reference(in bytes: [UInt8], at position: Int) -> (meaning: [UInt8], length: Int)? {
        ByteView.with(bytes.span) { CharacterReference.read($0, at: position) }.map { (Array(String($0.scalar).utf8), $0.length) }
    }
}

/// JSON in a parameter, such as App Link data, that continues after the `&` or `#` at which readers end the value.
struct CutPayload {
    /// The positions of the `&` and `#` characters that must be escaped.
    let signs: [Int]
    /// Duplicate keys, each with the place of the second occurrence. Another check reports duplicate keys before the cut.
    let duplicates: [(finding: JSONFinding, place: Range<Int>)]

    /// Returns nil unless `data` and the text after it form one JSON object.
    ///
    /// Everything that follows is parsed once as if it were part of the data. The data ends where the object ends.
    init?(_ bytes: [UInt8], _ data: Range<Int>, _ document: JSONDocument) {
        guard document.root?.kind == .object, data.upperBound < bytes.count, document.endsEarly else { return nil }
        let whole = MappedText(bytes).percentDecoded(data.lowerBound..<bytes.count)
        guard let extent = JSONExtent(whole.bytes) else { return nil }
        let end = whole.original(0..<extent.end).upperBound
        guard end > data.upperBound, Self.isEnd(end, of: bytes) else { return nil }
        signs = (data.upperBound..<end).filter { bytes[$0] == UInt8(ascii: "&") || bytes[$0] == UInt8(ascii: "#") }
        guard !signs.isEmpty else { return nil }
        duplicates = extent.document.findings.lazy.filter { $0.code == .duplicateKey }
            .map { ($0, whole.original($0.range)) }
            .filter { $0.1.lowerBound >= data.upperBound }
    }

    static func isEnd(_ index: Int, of bytes: [UInt8]) -> Bool {
        index == bytes.count || bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "#")
    }

    /// Returns whether the data seems to continue after its end, even if its real end cannot be found.
    static func mayGoOn(_ bytes: [UInt8], _ data: Range<Int>, _ document: JSONDocument) -> Bool {
        guard data.upperBound < bytes.count, document.endsEarly else { return false }
        let rest = PercentCoding.decoded(bytes.span, data.upperBound..<bytes.count)
        return rest.contains(UInt8(ascii: "\"")) || CurlyQuotes.holdsAny(rest[...])
    }
}
