/// Text out of a link, decoded so and so often, each byte with the place in the original link that it came from.
///
///     shop://a?u=https%3A%2F%2Fb         the original link
///                https  :  /  / b        a text out of it
///                ^^^^^^^^              original(0..<6): what `https:` came from
///
/// Text that was cut out and not decoded only remembers how far in it stood; two numbers a byte are kept for what was decoded.
package struct MappedText: Sendable, Hashable {
    package let bytes: [UInt8]
    private let places: Places

    private enum Places: Sendable, Hashable {
        /// Nothing was decoded: byte `i` stood at `i` and this.
        case shifted(Int)
        /// Byte `i` came from the bytes `starts[i]..<ends[i]`.
        case each(starts: [UInt32], ends: [UInt32])
    }

    /// Whether some of it was written in base64, where no byte can be changed by itself.
    private(set) var isPacked = false

    /// The link as it came.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        places = .shifted(0)
    }

    private init(_ bytes: [UInt8], _ places: Places, isPacked: Bool) {
        self.bytes = bytes
        self.places = places
        self.isPacked = isPacked
    }

    package var count: Int { bytes.count }

    /// The text for people: what is not UTF-8 becomes U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Where bytes of this text came from in the original link. An empty range is a place between two bytes.
    package func original(_ range: Range<Int>) -> Range<Int> {
        switch places {
        case .shifted(let offset): return range.lowerBound + offset..<range.upperBound + offset
        case .each(let starts, let ends):
            guard let first = starts.first, let last = ends.last else { return 0..<0 }
            let start = range.lowerBound < starts.count ? Int(starts[range.lowerBound]) : Int(last)
            guard !range.isEmpty else { return start..<start }
            let end = Int(ends[min(range.upperBound, ends.count) - 1])
            // What was put together of pieces (an intent's scheme stands behind its data) need not be in the order of the link.
            return start <= end ? start..<end : Int(first)..<max(Int(first), Int(last))
        }
    }

    /// Where all of it came from.
    package var original: Range<Int> { original(0..<count) }

    /// A part of it.
    func slice(_ range: Range<Int>) -> MappedText {
        switch places {
        case .shifted(let offset):
            return MappedText(Array(bytes[range]), .shifted(offset + range.lowerBound), isPacked: isPacked)
        case .each(let starts, let ends):
            return MappedText(Array(bytes[range]), .each(starts: Array(starts[range]), ends: Array(ends[range])), isPacked: isPacked)
        }
    }
}

extension MappedText {
    /// A text while it is decoded from another one: each byte with the bytes of the other one that stand for it.
    struct Builder {
        private let outer: MappedText
        private var bytes: [UInt8] = []
        private var starts: [UInt32] = []
        private var ends: [UInt32] = []
        private let isPacked: Bool

        init(from outer: MappedText, capacity: Int, isPacked: Bool = false) {
            self.outer = outer
            self.isPacked = isPacked || outer.isPacked
            bytes.reserveCapacity(capacity)
            starts.reserveCapacity(capacity)
            ends.reserveCapacity(capacity)
        }

        @inline(__always)
        mutating func append(_ byte: UInt8, from range: Range<Int>) {
            let place = outer.original(range)
            bytes.append(byte)
            starts.append(UInt32(clamping: place.lowerBound))
            ends.append(UInt32(clamping: place.upperBound))
        }

        /// Bytes of the outer text as they stand there.
        mutating func append(outer range: Range<Int>) {
            for index in range { append(outer.bytes[index], from: index..<index + 1) }
        }

        /// Bytes that stand nowhere in the outer text: they belong to what is at `range`.
        mutating func append(own text: StaticString, at range: Range<Int>) {
            text.withUTF8Buffer { buffer in
                for index in buffer.indices { append(unsafe buffer[index], from: range) }
            }
        }

        var text: MappedText { MappedText(bytes, .each(starts: starts, ends: ends), isPacked: isPacked) }
    }
}
