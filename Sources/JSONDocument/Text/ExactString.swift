/// A string that is equal only to strings with the same Unicode scalars, as in RFC 8259, section 8.3.
///
/// In Swift, é written as one scalar equals é written as two scalars. In JSON, these are different keys.
struct ExactString: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.isExactly(right.text)
    }

    /// Hashes the text. Strings with the same scalars are also equal in Swift, so they have the same hash.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension String {
    /// Returns whether the two strings have the same Unicode scalars.
    func isExactly(_ other: String) -> Bool {
        // The cheap tests come first. Strings that are different in Swift also have different scalars.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
