import Bytes

/// The name of a parameter, or its beginning: `utm_*`.
package struct NamePattern: Sendable, Hashable {
    package let text: String
    private let bytes: [UInt8]
    private let isBeginning: Bool

    init(_ text: String) {
        self.text = text
        isBeginning = text.hasSuffix("*")
        bytes = Array((isBeginning ? text.dropLast() : text[...]).utf8).map(ByteClass.lowered)
    }

    /// Whether the pattern matches every name.
    package var isAny: Bool { isBeginning && bytes.isEmpty }

    /// Returns whether the name at `range` matches. The beginning alone does not match.
    package func matches(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard isBeginning ? range.count > bytes.count : range.count == bytes.count else { return false }
        for index in bytes.indices where ByteClass.lowered(text[range.lowerBound + index]) != bytes[index] { return false }
        return true
    }
}
