/// A string that is equal only to strings with the same bytes, as JSON keys (RFC 8259, section 8.3) and the names of parameters are.
///
/// In Swift, é written as one scalar equals é written as two scalars. For JSON and for receivers of links, these are different names.
package struct ExactString: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    package func hash(into hasher: inout Hasher) {
        // The hasher only reads the bytes, and does not keep the pointer.
        text.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }
}
