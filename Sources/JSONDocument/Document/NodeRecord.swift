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
struct NodeRecord: Sendable {
    var start: UInt32
    var end: UInt32
    var next: UInt32
    var count: UInt32
    var kind: JSONDocument.Node.Kind
    var flags: Flags

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// A string with escapes or with bytes that are not UTF-8; of an object: one of its keys is such a string.
        static let needsDecoding = Flags(rawValue: 1)
        static let noOpeningQuote = Flags(rawValue: 2)
        static let noClosingQuote = Flags(rawValue: 4)
        static let missing = Flags(rawValue: 8)
        static let isTrue = Flags(rawValue: 16)
    }

    var range: Range<Int> { Int(start)..<Int(end) }

    var nextIndex: Int { Int(next) }

    /// A string's text without its quotes.
    var contentRange: Range<Int> {
        let lower = Int(start) + (flags.contains(.noOpeningQuote) ? 0 : 1)
        let upper = Int(end) - (flags.contains(.noClosingQuote) ? 0 : 1)
        return lower..<max(lower, upper)
    }
}
