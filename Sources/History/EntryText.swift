import Bytes
import Intake
import JSONDocument
import LinkLayers
import Records
import Secrets
import Services

/// The searchable texts of a record: the record with its secrets masked, and its decoded parts.
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
        let text = Self.kept(masked)
        var parts = Self.decodings(of: masked)
        switch content {
        case .link(let inspection):
            kind = .link
            for layer in inspection.layers { parts += Self.decodings(of: Secrets.masked(layer.text.bytes)) }
            parts += Set(inspection.layers.compactMap { $0.service?.name }).sorted()
        case .event: kind = .event
        case .object: kind = .other
        }
        self.text = text
        decoded = Self.kept(Array(parts.filter { $0 != text }.joined(separator: "\n").utf8))
    }

    /// Decodes the text up to three times and returns its last two forms. Returns one form if decoding changes nothing.
    private static func decodings(of bytes: [UInt8]) -> [String] {
        var bytes = bytes
        var texts: [String] = [String(decoding: bytes, as: UTF8.self)]
        for _ in 0..<3 {
            let decoded = PercentCoding.decoded(bytes.span, 0..<bytes.count)
            if decoded == bytes { break }
            bytes = decoded
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return Array(texts.suffix(2))
    }

    private static func kept(_ bytes: [UInt8]) -> String {
        // SQLite ends a text at NUL.
        String(decoding: bytes.prefix(most), as: UTF8.self).replacing("\0", with: "\u{FFFD}")
    }

    /// Creates the text of an act. Fails for an act that only changes the simulated device or that this version does not know.
    init?(act json: [UInt8]) {
        guard let root = JSONDocument(json).root else { return nil }
        let words: String
        switch root["act"]?.stringValue {
        case "open"?:
            kind = .navigation
            words = "opened " + (root["url"]?.stringValue ?? "a link")
        case "return"?:
            kind = .navigation
            words = "returned to " + (root["referer"]?["source"]?.stringValue ?? "the referer")
        case "real"?:
            kind = .realDevice
            words = "\(root["device"]?.stringValue ?? "device"): \(root["result"]?.stringValue ?? "")"
        default: return nil
        }
        let masked = Secrets.masked(words)
        isMasked = masked != words
        text = Self.kept(Array(masked.utf8))
        decoded = ""
        record = root["record"]?.numberLiteral.flatMap { Int($0) }
    }
}
