/// A string that equals another only if it has the same Unicode scalars, as RFC 8259, section 8.3 has it.
///
/// Swift takes "é" written in one scalar or in two for the same; for JSON these are two keys.
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
