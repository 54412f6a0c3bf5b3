/// A string that is equal only to strings with the same Unicode scalars, as in RFC 8259, section 8.3.
///
/// Swift considers é written as one scalar equal to é written as two. In JSON these are different keys.
struct ExactString: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.isExactly(right.text)
    }

    /// Strings with the same scalars are also equal in Swift, so Swift's hash is sufficient.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension String {
    /// Returns whether both have the same Unicode scalars.
    func isExactly(_ other: String) -> Bool {
        // Swift's comparison is fast for common strings. Strings that Swift considers different also have different scalars.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
