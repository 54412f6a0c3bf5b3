import Bytes
import JSONDocument

/// The schemes of `Resources/services/schemes.json`.
package struct KnownSchemes: Sendable {
    package let rows: FactRows<SchemeFacts>
    private var index = WordIndex()

    /// The embedded table.
    package static let embedded = KnownSchemes(.schemes)

    package init(_ table: FactTable) {
        rows = FactRows(table) { SchemeFacts($0) }
        table.forEachWord(of: "names") { index.insert(table.hash($0.range), row: $0.row, number: $0.number) }
    }

    /// Returns what is known of a scheme.
    package func facts(of scheme: String) -> SchemeFacts? {
        scheme.withBytes { facts($0, 0..<$0.count) }
    }

    /// Returns what is known of the scheme at `range`.
    package func facts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SchemeFacts? {
        guard range.count <= 64 else { return nil }
        var hash = WordHash()
        for index in range { hash.add(bytes[index]) }
        return index.first(hash) { row, number -> SchemeFacts? in
            guard let facts = rows[row], number < facts.names.count else { return nil }
            return facts.names[number].withBytes { name -> SchemeFacts? in
                guard name.count == range.count else { return nil }
                for index in 0..<name.count where ByteClass.lowered(bytes[range.lowerBound + index]) != name[index] { return nil }
                return facts
            }
        }
    }

    /// Returns whether links of the scheme need no `//`.
    package func isOpaque(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool { facts(bytes, range)?.isOpaque ?? false }
}

/// Who owns some schemes: a row of `Resources/services/schemes.json`.
///
/// This is a class, because most callers read a single fact, and for a structure they would copy all facts.
package final class SchemeFacts: Sendable {
    package enum Owner: String, Sendable, Hashable, CaseIterable {
        case web
        /// An app of the operating system, or the app that the user chose for it.
        case system
        case android, windows, browser, network
        /// An open standard, which many apps implement.
        case standard
        /// One company by convention.
        case vendor
        /// Programs among themselves, and rarely an app.
        case program
        /// No app: the text of a QR code, which only looks like a URL.
        case payload = "QR payload"

        /// Whether an app can take this scheme's links without the user choosing it.
        package var isClaimable: Bool { self == .vendor || self == .standard || self == .program }
    }

    /// What a link is that does not address anything on the network: a program (`javascript:`), the content itself (`data:`), data in the
    /// memory of one browser (`blob:`), or data on one device (`file:`).
    package enum Danger: String, Sendable { case program, content, memory, device }

    package let names: [String]
    package let owner: Owner
    package let danger: Danger?
    /// Whether links of the scheme need no `//`.
    package let isOpaque: Bool
    /// Whether the programs that read the links read a `+` in the query as a space.
    package let isForm: Bool
    /// Whether QR codes also have the scheme in capitals, which makes the codes smaller. Readers of QR codes ignore the case.
    package let isInCodes: Bool
    /// Whether only iOS opens links of the scheme.
    package let isOnlyOnIOS: Bool
    /// Whether the scheme is for the system's own use, so that apps must not open it.
    package let isPrivate: Bool
    package let facts: String
    package let source: String
    package let checked: String
    package let example: String

    /// Reads a row. Returns nil if it lacks a required key.
    init?(_ row: JSONDocument.Node) {
        guard let owner = row.text("class").flatMap(Owner.init), let facts = row.text("facts"), let source = row.text("source"),
            let checked = row.text("checked"), let example = row.text("example")
        else { return nil }
        (self.owner, self.facts, self.source, self.checked, self.example) = (owner, facts, source, checked, example)
        (names, isOpaque, isForm, isInCodes) = (row.words("names"), row.isTrue("opaque"), row.isTrue("form"), row.isTrue("codes"))
        (isOnlyOnIOS, isPrivate) = (row.text("platform") == "ios", row.isTrue("private"))
        danger = row.text("danger").flatMap(Danger.init)
    }
}
