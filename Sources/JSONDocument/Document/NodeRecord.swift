/// A stored node, in 20 bytes. Records are in text order, with a container before its contents.
///
///     {"a":[1,2],"b":3}     index  kind    range   next
///                           0      object  0..<17  7
///                           1      string  1..<4   2      a key is followed by its value
///                           2      array   5..<10  5
///                           3      number  6..<7   4
///                           4      number  8..<9   5
///                           5      string  11..<14 6
///                           6      number  15..<16 7
///
/// `next` is the index after the node and its contents, so iterating over siblings skips the contents. While a container is open, its
/// `next` holds the index of the enclosing container. So the records serve as the parser's stack, which needs no additional memory.
@usableFromInline
package struct NodeRecord: Sendable {
    /// The offset of the node's first byte.
    @usableFromInline package var start: UInt32
    /// The offset after the node's last byte.
    @usableFromInline package var end: UInt32
    /// The index after the node and its contents.
    @usableFromInline package var next: UInt32
    /// The number of the node's elements or members.
    @usableFromInline package var count: UInt32
    /// The kind of value.
    @usableFromInline package var kind: JSONDocument.Node.Kind
    /// Flags that tell how the value is written.
    @usableFromInline package var flags: Flags

    /// Flags that tell how a value is written.
    @usableFromInline
    package struct Flags: OptionSet, Sendable {
        /// The flags as bits.
        @usableFromInline package let rawValue: UInt8

        /// Creates flags from bits.
        @inlinable
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The node is a string with escapes or invalid UTF-8, or an object with a key that needs decoding.
        @inlinable package static var needsDecoding: Flags { Flags(rawValue: 1) }
        /// The string has no quote before its text.
        @inlinable package static var noOpeningQuote: Flags { Flags(rawValue: 2) }
        /// The string has no quote after its text.
        @inlinable package static var noClosingQuote: Flags { Flags(rawValue: 4) }
        /// The node stands for a missing value.
        @inlinable package static var missing: Flags { Flags(rawValue: 8) }
        /// The value is `true`.
        @inlinable package static var isTrue: Flags { Flags(rawValue: 16) }
    }

    /// The byte range in the text.
    @inlinable package var range: Range<Int> { Int(start)..<Int(end) }

    /// `next` as an array index.
    @inlinable package var nextIndex: Int { Int(next) }

    /// The byte range of a string's text, without its quotes.
    @inlinable package var contentRange: Range<Int> {
        let lower = Int(start) + (flags.contains(.noOpeningQuote) ? 0 : 1)
        let upper = Int(end) - (flags.contains(.noClosingQuote) ? 0 : 1)
        return lower..<max(lower, upper)
    }
}
