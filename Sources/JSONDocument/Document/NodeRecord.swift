/// One node as it is stored: 20 bytes, in the order of the text, a container before what it holds.
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
/// `next` is the index behind the node and all it holds, so a walk over siblings skips what is inside them. While a container is open its
/// `next` holds the index of the container around it: the parser's stack is threaded through the records and costs nothing.
@_spi(Flat)
public struct NodeRecord: Sendable {
    /// Its first byte.
    public var start: UInt32
    /// Behind its last byte.
    public var end: UInt32
    /// The index behind it and all it holds.
    public var next: UInt32
    /// How many elements or members it has.
    public var count: UInt32
    /// What kind of value it is.
    public var kind: JSONDocument.Node.Kind
    /// How it is written.
    public var flags: Flags

    /// How a value is written.
    public struct Flags: OptionSet, Sendable {
        /// The flags as bits.
        public let rawValue: UInt8

        /// Flags of bits.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A string with escapes or with bytes that are not UTF-8; of an object: one of its keys is such a string.
        @inlinable public static var needsDecoding: Flags { Flags(rawValue: 1) }
        /// No quote stands before it.
        @inlinable public static var noOpeningQuote: Flags { Flags(rawValue: 2) }
        /// No quote stands behind it.
        @inlinable public static var noClosingQuote: Flags { Flags(rawValue: 4) }
        /// It stands in for a value that is not there.
        @inlinable public static var missing: Flags { Flags(rawValue: 8) }
        /// It is `true`.
        @inlinable public static var isTrue: Flags { Flags(rawValue: 16) }
    }

    /// Where it stands in the text.
    @inlinable public var range: Range<Int> { Int(start)..<Int(end) }

    /// `next` as it is used.
    @inlinable public var nextIndex: Int { Int(next) }

    /// A string's text without its quotes.
    @inlinable public var contentRange: Range<Int> {
        let lower = Int(start) + (flags.contains(.noOpeningQuote) ? 0 : 1)
        let upper = Int(end) - (flags.contains(.noClosingQuote) ? 0 : 1)
        return lower..<max(lower, upper)
    }
}
