import AppLinks

/// Text out of a link, decoded so and so often, each byte with the place in the original link that it came from.
///
///     shop://a?u=https%3A%2F%2Fb         the original link
///                https  :  /  / b        a text out of it
///                ^^^^^^^^              original(0..<6): what `https:` came from
///
/// Text that was cut out and not decoded only remembers how far in it stood, and text that was percent-decoded once, as nearly all of it is,
/// which of its bytes were escapes. Only for what was decoded further two numbers a byte are kept.
package struct MappedText: Sendable, Hashable {
    package let bytes: [UInt8]
    private let places: Places

    private enum Places: Sendable, Hashable {
        /// Nothing was decoded: byte `i` stood at `i` and this.
        case shifted(Int)
        /// Percent-decoded once: the text began at `offset`, and its bytes at `escapes`, in order, were written as `%XX` there.
        case unescaped(offset: Int, escapes: [UInt32])
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
        case .unescaped(let offset, let escapes):
            let upper = min(range.upperBound, count)
            let lower = min(range.lowerBound, upper)
            return offset + Self.written(lower, escapes)..<offset + Self.written(upper, escapes)
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

    /// How many bytes the first `length` of a text were written with, of which these were escapes.
    private static func written(_ length: Int, _ escapes: [UInt32]) -> Int {
        length + 2 * firstEscape(from: length, escapes)
    }

    /// How many of the escapes stand before `index`.
    private static func firstEscape(from index: Int, _ escapes: [UInt32]) -> Int {
        var (low, high) = (0, escapes.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(escapes[middle]) < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A part of it.
    func slice(_ range: Range<Int>) -> MappedText {
        if range == 0..<count { return self }
        switch places {
        case .shifted(let offset):
            return MappedText(Array(bytes[range]), .shifted(offset + range.lowerBound), isPacked: isPacked)
        case .unescaped(let offset, let escapes):
            let inside = Self.firstEscape(from: range.lowerBound, escapes)..<Self.firstEscape(from: range.upperBound, escapes)
            let start = offset + range.lowerBound + 2 * inside.lowerBound
            let left = escapes[inside].map { $0 - UInt32(range.lowerBound) }
            return MappedText(Array(bytes[range]), .unescaped(offset: start, escapes: left), isPacked: isPacked)
        case .each(let starts, let ends):
            return MappedText(Array(bytes[range]), .each(starts: Array(starts[range]), ends: Array(ends[range])), isPacked: isPacked)
        }
    }

    /// `range` percent-decoded once. A `%` that no two hex digits follow stands for itself, as everywhere in linkscope.
    func percentDecoded(_ range: Range<Int>) -> MappedText {
        guard bytes[range].contains(UInt8(ascii: "%")) else { return slice(range) }
        guard case .shifted(let offset) = places, bytes.count < Int(UInt32.max) else { return decodedAgain(range) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var escapes: [UInt32] = []
        // An escape is three bytes, and one in eight bytes is one where the text is a link or JSON.
        escapes.reserveCapacity(range.count / 8)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), let escaped = Bytes.escape(in: bytes, at: index, end: range.upperBound) {
                escapes.append(UInt32(truncatingIfNeeded: decoded.count))
                decoded.append(escaped)
                index += 3
            } else {
                decoded.append(byte)
                index += 1
            }
        }
        return MappedText(decoded, .unescaped(offset: offset + range.lowerBound, escapes: escapes), isPacked: isPacked)
    }

    /// The same for text that was decoded before.
    private func decodedAgain(_ range: Range<Int>) -> MappedText {
        var builder = Builder(from: self, capacity: range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if let byte = Bytes.escape(in: bytes, at: index, end: range.upperBound) {
                builder.append(byte, from: index..<index + 3)
                index += 3
            } else {
                builder.append(bytes[index], from: index..<index + 1)
                index += 1
            }
        }
        return builder.text
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
