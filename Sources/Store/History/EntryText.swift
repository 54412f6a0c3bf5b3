import Bytes
import JSONDocument
import LinkLayers
import Records
import Secrets

/// The searchable texts of a record or an act: its text with the secrets masked, and the decoded parts of a record.
struct EntryText: Equatable {
    var kind: HistoryEntry.Kind
    var text: String
    var decoded: String
    var isMasked: Bool
    /// For an act, the number of the record that it is about.
    var record: Int?

    /// The largest text to store, in bytes. Longer texts are cut; the journal has the whole record.
    private static let most = 16 << 10

    init(record bytes: [UInt8], _ reader: RecordReader) {
        let content = reader.content(of: Array(bytes.prefix(RecordLimits.read)))
        let masked = Secrets.masked(bytes)
        isMasked = masked != bytes
        var parts = [Self.decoded(masked)]
        switch content {
        case .link(let inspection):
            kind = .link
            parts += inspection.layers.map { Self.decoded(inspection.masked($0)) }
            parts += Set(inspection.layers.compactMap { $0.service?.name }).sorted().map { Array($0.utf8) }
        case .event: kind = .event
        case .object: kind = .other
        }
        text = Self.kept(masked)
        decoded = Self.kept(Array(parts.filter { $0 != masked }.unique.joined(separator: [UInt8(ascii: "\n")])))
    }

    /// Decodes a text up to three times.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<3 {
            let decoded = PercentCoding.decoded(bytes.span, 0..<bytes.count)
            if decoded == bytes { break }
            bytes = decoded
        }
        return bytes
    }

    /// Returns whether a stored text is that of a whole record. A text may have lost bytes that are not UTF-8, or its end.
    static func isWhole(_ text: String) -> Bool { text.utf8.count < most && !text.unicodeScalars.contains("\u{FFFD}") }

    private static func kept(_ bytes: [UInt8]) -> String {
        // SQLite ends a text at NUL.
        String(decoding: bytes.prefix(most).map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Creates the text of an act. Returns nil for an act that only changes the simulated device, and for an act that this version does not
    /// know.
    init?(act json: [UInt8]) {
        guard let root = JSONDocument(json).root else { return nil }
        let words: QuotingText
        switch root["act"]?.stringValue {
        case "open"?:
            kind = .navigation
            words = "opened \(root["url"]?.stringValue ?? "a link")"
        case "return"?:
            kind = .navigation
            words = "returned to \(root["referer"]?["source"]?.stringValue ?? "the referer")"
        case "real"?:
            kind = .realDevice
            words = "\(root["device"]?.stringValue ?? "device"): \(root["result"]?.stringValue ?? "")"
        case "lookup"?:
            kind = .lookup
            let details = root["details"]?.elements.compactMap(\.stringValue) ?? []
            let subject: QuotingText = "\(root["kind"]?.stringValue ?? "lookup") of \(root["url"]?.stringValue ?? "a link")"
            let outcome = ([root["result"]?.stringValue ?? ""] + details).map(QuotingText.init(quoting:))
            words = "\(subject): \(QuotingText(joining: outcome, separator: "; "))"
        default: return nil
        }
        let masked = words.masked
        isMasked = masked != words.text
        text = Self.kept(Array(masked.utf8))
        decoded = ""
        record = root["record"]?.numberLiteral.flatMap { Int($0) }
    }
}
