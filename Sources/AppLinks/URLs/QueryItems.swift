import Bytes

/// The components of a query in written order, as ranges in the URL's text. Nothing is decoded.
///
/// The query is split at `&` only, and each component at its first `=`. Empty components count; an empty query has no components.
package struct QueryItems: Sequence, IteratorProtocol, Sendable {
    /// A component: `key=value`, or a bare `key`.
    package struct Item: Sendable, Hashable {
        /// The range of the key in `LinkURL.text.utf8`.
        package var key: Range<Int>
        /// The range of the value in `LinkURL.text.utf8`; nil if there is no `=`.
        package var value: Range<Int>?
        /// The range of key, `=` and value.
        package var range: Range<Int> { key.lowerBound..<(value?.upperBound ?? key.upperBound) }
    }

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// Creates the components of a query in `bytes`.
    package init(in bytes: [UInt8], _ query: Range<Int>?) {
        self.bytes = bytes
        let query = query ?? 0..<0
        end = query.upperBound
        position = query.isEmpty ? .max : query.lowerBound
    }

    package init(of url: LinkURL) { self.init(in: Array(url.text.utf8), url.components.query) }

    package mutating func next() -> Item? {
        guard position <= end else { return nil }
        let item = Self.item(in: bytes.span, from: position, end: end)
        position = item.range.upperBound + 1
        return item
    }

    /// Returns the component from `start` to the next `&` or the end of the query.
    @inline(__always)
    static func item(in bytes: Span<UInt8>, from start: Int, end: Int) -> Item {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "&"), bytes[index] != UInt8(ascii: "=") { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "=") else { return Item(key: start..<index, value: nil) }
        return Item(key: start..<index, value: index + 1..<bytes.place(of: UInt8(ascii: "&"), from: index + 1, end: end))
    }
}
