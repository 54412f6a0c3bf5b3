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

    init(
        names: [String], owner: Owner, isOpaque: Bool, isForm: Bool, isInCodes: Bool, isOnlyOnIOS: Bool, isPrivate: Bool, facts: String,
        source: String, checked: String, example: String
    ) {
        (self.names, self.owner, self.facts) = (names, owner, facts)
        (self.isOpaque, self.isForm, self.isInCodes) = (isOpaque, isForm, isInCodes)
        (self.isOnlyOnIOS, self.isPrivate) = (isOnlyOnIOS, isPrivate)
        (self.source, self.checked, self.example) = (source, checked, example)
    }
}
