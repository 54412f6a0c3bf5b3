import JSONDocument

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
        /// No app: the text of a QR code, which only looks like a URL.
        case payload = "QR payload"

        /// Whether an app can take this scheme's links without the user choosing it.
        package var isClaimable: Bool { self == .vendor || self == .standard }
    }

    package let names: [String]
    package let owner: Owner
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
    }
}
