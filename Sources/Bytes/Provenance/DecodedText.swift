/// A text that was percent-decoded once, and the places of its escapes. The memory is reused from text to text.
///
///     shop%3A//a        the text
///     shop :   //a      the decoded text: the byte at 4 was an escape, so `//` at 5 came from 7
@usableFromInline
package struct DecodedText: Sendable {
    /// The decoded bytes, and room for more.
    @usableFromInline var memory: [UInt8] = []
    /// The steps of ``Origins``, one for each escape, and room for more.
    @usableFromInline var steps: [UInt8] = []
    /// The number of decoded bytes.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var escapeCount = 0

    package init() {}

    /// Removes the text, and releases memory beyond `most` bytes.
    package mutating func removeAll(keeping most: Int) {
        (count, escapeCount) = (0, 0)
        if memory.count + steps.count > most { (memory, steps) = ([], []) }
    }

    /// Calls `body` with a writer of the text's next bytes. The writer has room for `most` bytes.
    @inlinable
    package mutating func write<Answer>(atMost most: Int, _ body: (inout Writer) -> Answer) -> Answer {
        makeRoom(most)
        let (bytes, escapes) = (count, escapeCount)
        return unsafe memory.withUnsafeMutableBufferPointer { memory in
            unsafe steps.withUnsafeMutableBufferPointer { steps in
                // Neither buffer is empty, and the writer exists only inside these closures.
                var writer = unsafe Writer(memory, steps, count: bytes, escapeCount: escapes)
                defer { (count, escapeCount) = (writer.count, writer.escapeCount) }
                return body(&writer)
            }
        }
    }

    @usableFromInline
    mutating func makeRoom(_ most: Int) {
        // An escape takes three bytes of the text.
        Self.makeRoom(count + most, in: &memory, atLeast: 256)
        Self.makeRoom((escapeCount + most / 3 + 1) * Origins.stepSize, in: &steps, atLeast: 512)
    }

    private static func makeRoom(_ room: Int, in memory: inout [UInt8], atLeast least: Int) {
        guard memory.count < room else { return }
        // In debug builds, appending repeated elements takes 200 times as long.
        var larger = [UInt8](repeating: 0, count: max(room, 2 * memory.count, least))
        larger.replaceSubrange(0..<memory.count, with: memory)
        memory = larger
    }

    /// Calls `body` with a part of the decoded bytes.
    @inline(__always)
    package func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        precondition(range.upperBound <= count)
        return body(memory.span.extracting(range))
    }

    /// Calls `body` with the decoded bytes and where they came from.
    package func withOrigins<Answer>(_ body: (ByteView, Origins) -> Answer) -> Answer {
        let steps = steps.span.extracting(0..<escapeCount * Origins.stepSize)
        return ByteView.with(memory.span.extracting(0..<count)) { text in ByteView.with(steps) { body(text, Origins($0)) } }
    }

    /// Returns a copy of a part of the decoded bytes.
    package func bytes(_ range: Range<Int>) -> [UInt8] { withSpan(range) { $0.array } }

    /// Returns a part of the decoded bytes as text. Bytes that are not UTF-8 become U+FFFD.
    package func string(_ range: Range<Int>) -> String { withSpan(range) { $0.string } }

    /// Returns whether a part of the decoded bytes is UTF-8.
    package func isUTF8(_ range: Range<Int>) -> Bool { withSpan(range) { $0.isUTF8 } }

    /// Returns where decoded bytes are written in the text.
    package func source(of range: Range<Int>) -> Range<Int> { withOrigins { $1.original(range) } }

    /// Returns the decoded bytes that are written in a range of the text.
    package func decoded(_ source: Range<Int>) -> Range<Int> { withOrigins { $1.decoded(source) } }

    /// Writes decoded bytes one after another.
    @safe
    @usableFromInline
    package struct Writer {
        @usableFromInline let memory: UnsafeMutableBufferPointer<UInt8>
        @usableFromInline let steps: UnsafeMutableBufferPointer<UInt8>
        /// The number of bytes in the text so far.
        @usableFromInline package internal(set) var count: Int
        @usableFromInline var escapeCount: Int

        @inlinable
        @unsafe
        init(_ memory: UnsafeMutableBufferPointer<UInt8>, _ steps: UnsafeMutableBufferPointer<UInt8>, count: Int, escapeCount: Int) {
            unsafe self.memory = memory
            unsafe self.steps = steps
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

        /// Appends a byte that is written as an escape.
        @inlinable
        @inline(__always)
        package mutating func putEscape(_ byte: UInt8) {
            put(byte)
            let end = escapeCount &* Origins.stepSize
            escapeCount &+= 1
            precondition(unsafe end &+ Origins.stepSize <= steps.count)
            let target = unsafe UnsafeMutableRawPointer(steps.baseAddress.unsafelyUnwrapped)
            let step = Origins.Step(start: count, shift: 2 &* escapeCount)
            unsafe target.storeBytes(of: step.word.littleEndian, toByteOffset: end, as: UInt64.self)
        }
    }
}
