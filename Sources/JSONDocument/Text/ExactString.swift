/// A string that is equal only to strings with the same Unicode scalars, as in RFC 8259, section 8.3.
///
/// Swift considers "é" as one scalar and as two equal; in JSON these are different keys.
struct ExactString: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.isExactly(right.text)
    }

    /// Strings with the same scalars are also equal in Swift, so its hash is sufficient.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension String {
    /// Returns whether both have the same Unicode scalars.
    func isExactly(_ other: String) -> Bool {
        // Swift's comparison is fast for common strings; strings that differ for it also differ in their scalars.
        utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
    }
}
