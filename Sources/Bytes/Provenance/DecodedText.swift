/// A text that is percent-decoded once, from its beginning on, and the places of its escapes. The memory is reused from text to text.
///
///     shop%3A//a        the text
///     shop :   //a      the decoded text: the byte at 4 was an escape, so `//` at 5 came from 7
package struct DecodedText: Sendable {
    /// The decoded bytes, and zeros after them.
    private var memory: [UInt8] = []
    /// The number of decoded bytes.
    package private(set) var count = 0
    /// The places of the bytes that were escapes.
    private var escapes: [UInt32] = []

    package init() {}

    /// Removes the text, and releases memory beyond `most` bytes.
    package mutating func removeAll(keeping most: Int) {
        count = 0
        if memory.count > most { memory = [] }
        if escapes.capacity > most { escapes = [] } else { escapes.removeAll(keepingCapacity: true) }
    }

    /// Appends the next part of the text, decoded.
    package mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
        let room = memory.count - count - range.count
        if room < 0 { memory.append(contentsOf: repeatElement(0, count: max(256 - room, memory.count))) }
        // The memory is lent to `output` below, so the list of escapes has to stand outside `self` meanwhile.
        var places: [UInt32] = []
        swap(&places, &escapes)
        defer { swap(&places, &escapes) }
        var written = count
        var output = memory.mutableSpan
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            if byte == PercentCoding.percent, let decoded = PercentCoding.escape(in: text, at: index, end: range.upperBound) {
                places.append(UInt32(truncatingIfNeeded: written))
                output[written] = decoded
                index += 3
            } else {
                output[written] = byte
                index += 1
            }
            written += 1
        }
        count = written
    }

    package subscript(index: Int) -> UInt8 { memory[index] }

    /// Calls `body` with a part of the decoded bytes.
    @inline(__always)
    package func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        precondition(range.upperBound <= count)
        return body(memory.span.extracting(range))
    }

    /// Returns a copy of a part of the decoded bytes.
    package func bytes(_ range: Range<Int>) -> [UInt8] { withSpan(range) { $0.array } }

    /// Returns a part of the decoded bytes as text. Bytes that are not UTF-8 become U+FFFD.
    package func string(_ range: Range<Int>) -> String { withSpan(range) { $0.string } }

    /// Returns whether a part of the decoded bytes is UTF-8.
    package func isUTF8(_ range: Range<Int>) -> Bool {
        withSpan(range) { bytes in
            for index in 0..<bytes.count where bytes[index] >= 0x80 { return (try? UTF8Span(validating: bytes)) != nil }
            return true
        }
    }

    /// Returns where decoded bytes are written in the text.
    package func source(of range: Range<Int>) -> Range<Int> { source(of: range.lowerBound)..<source(of: range.upperBound) }

    private func source(of index: Int) -> Int { index + 2 * firstEscape(from: index) }

    /// Returns the places of the escapes in a part of the decoded bytes, counted from its beginning.
    package func escapes(in range: Range<Int>) -> [UInt32] {
        let first = firstEscape(from: range.lowerBound)
        return escapes[first..<firstEscape(from: range.upperBound)].map { $0 - UInt32(truncatingIfNeeded: range.lowerBound) }
    }

    /// Returns the number of escapes before a decoded byte.
    private func firstEscape(from index: Int) -> Int {
        var (low, high) = (0, escapes.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(escapes[middle]) < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
