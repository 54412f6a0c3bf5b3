/// The link of a record as a list shows it: the bytes that came, or, of a JSON object, the link in it.
package struct LinkText: Sendable {
    private let bytes: [UInt8]

    package init(_ record: StoredRecord) {
        guard record.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            case .link(let inspection) = RecordContent(record.bytes)
        else {
            bytes = record.bytes
            return
        }
        bytes = inspection.bytes
    }

    /// How much further than it shows a row looks, so that a secret's name and the end of its value are seen together.
    private static let lookahead = 4096

    /// About as many bytes of its beginning, with secrets masked.
    package func shown(showsSecrets: Bool, bytes limit: Int) -> [UInt8] {
        showsSecrets ? Array(bytes.prefix(limit)) : Array(Secrets.masked(Array(bytes.prefix(limit + Self.lookahead))).prefix(limit * 3))
    }
}
