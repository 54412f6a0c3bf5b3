import Bytes
import JSONDocument

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

    func edits(_ bytes: [UInt8]) -> [Repair.Edit] {
        signs.map { Repair.Edit($0..<$0 + 1, bytes[$0] == UInt8(ascii: "#") ? "%23".utf8 : "%26".utf8) }
    }

    /// Returns whether the data seems to continue after its end, even if its real end cannot be found.
    static func mayGoOn(_ bytes: [UInt8], _ data: Range<Int>, _ document: JSONDocument) -> Bool {
        guard data.upperBound < bytes.count, document.endsEarly else { return false }
        let rest = PercentCoding.decoded(bytes.span, data.upperBound..<bytes.count)
        return rest.contains(UInt8(ascii: "\"")) || CurlyQuotes.holdsAny(rest[...])
    }
}
