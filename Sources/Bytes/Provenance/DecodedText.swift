/// A text that was percent-decoded once, and the places of its escapes. The memory is reused from text to text.
///
///     shop%3A//a        the text
///     shop :   //a      the decoded text: the byte at 4 was an escape, so `//` at 5 came from 7
@usableFromInline
package struct DecodedText: Sendable {
    /// The decoded bytes, and room for more.
    @usableFromInline var memory: [UInt8] = []
    /// The places of the bytes that were escapes, and room for more.
    @usableFromInline var places: [UInt32] = []
    /// The number of decoded bytes.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var escapeCount = 0

    package init() {}

    /// Removes the text, and releases memory beyond `most` bytes.
    package mutating func removeAll(keeping most: Int) {
        (count, escapeCount) = (0, 0)
        if memory.count > most { (memory, places) = ([], []) }
    }

    /// Calls `body` with a writer of the text's next bytes. The writer has room for `most` bytes.
    @inlinable
    package mutating func write<Answer>(atMost most: Int, _ body: (inout Writer) -> Answer) -> Answer {
        makeRoom(most)
        let (bytes, escapes) = (count, escapeCount)
        return unsafe memory.withUnsafeMutableBufferPointer { memory in
            unsafe places.withUnsafeMutableBufferPointer { places in
                // Neither buffer is empty, and the writer exists only inside these closures.
                var writer = unsafe Writer(memory, places, count: bytes, escapeCount: escapes)
                defer { (count, escapeCount) = (writer.count, writer.escapeCount) }
                return body(&writer)
            }
        }
    }

    @usableFromInline
    mutating func makeRoom(_ most: Int) {
        // Runs are written in words of eight bytes, so eight bytes are spare. An escape takes three bytes of the text.
        let room = count + most + 8
        if memory.count < room { memory.append(contentsOf: repeatElement(0, count: max(room, 2 * memory.count, 256) - memory.count)) }
        let escapes = escapeCount + most / 3 + 1
        if places.count < escapes { places.append(contentsOf: repeatElement(0, count: max(escapes, 2 * places.count, 64) - places.count)) }
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
        return places[first..<firstEscape(from: range.upperBound)].map { $0 - UInt32(truncatingIfNeeded: range.lowerBound) }
    }

    /// Returns the number of escapes before a decoded byte.
    private func firstEscape(from index: Int) -> Int {
        var (low, high) = (0, escapeCount)
        while low < high {
            let middle = (low + high) / 2
            if Int(places[middle]) < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DecodedText {
    /// Writes decoded bytes one after another.
    @safe
    @usableFromInline
    package struct Writer {
        @usableFromInline let memory: UnsafeMutableBufferPointer<UInt8>
        @usableFromInline let places: UnsafeMutableBufferPointer<UInt32>
        /// The number of bytes in the text so far.
        @usableFromInline package internal(set) var count: Int
        @usableFromInline var escapeCount: Int

        @inlinable
        @unsafe
        init(_ memory: UnsafeMutableBufferPointer<UInt8>, _ places: UnsafeMutableBufferPointer<UInt32>, count: Int, escapeCount: Int) {
            unsafe self.memory = memory
            unsafe self.places = places
            self.count = count
            self.escapeCount = escapeCount
        }

        /// Appends a byte that is written as itself.
        @inlinable
        @inline(__always)
        package mutating func put(_ byte: UInt8) {
            // A caller that asked for too little room stops here.
            precondition(unsafe count < memory.count)
            unsafe memory[count] = byte
            count &+= 1
        }

        /// Appends bytes that are written as themselves.
        @inlinable
        @inline(__always)
        package mutating func put(_ bytes: ByteView, _ run: Range<Int>) {
            // The memory has room for the run and eight spare bytes, so it has an address.
            precondition(unsafe run.count <= memory.count &- 8 &- count)
            let target = unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
            var place = run.lowerBound
            while place < run.upperBound {
                // The last word may reach up to seven bytes behind the run, into the spare bytes.
                let end = count &+ place &- run.lowerBound
                unsafe target.storeBytes(of: bytes.word(at: place).littleEndian, toByteOffset: end, as: UInt64.self)
                place &+= 8
            }
            count &+= run.count
        }

        /// Appends a byte that is written as an escape.
        @inlinable
        @inline(__always)
        package mutating func putEscape(_ byte: UInt8) {
            precondition(unsafe escapeCount < places.count)
            unsafe places[escapeCount] = UInt32(truncatingIfNeeded: count)
            escapeCount &+= 1
            put(byte)
        }
    }
}
