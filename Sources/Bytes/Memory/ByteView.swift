/// The bytes that a parser reads. Only this type gives the parsers access to memory.
///
/// Every read is checked against the count, so no position can read outside the buffer. A read at or after the end returns 0, a byte that
/// neither JSON nor a URL allows. So the loops of a parser do not check for the end at each step. They stop at a 0 and check for the end
/// there.
///
/// A `ByteView` is valid only while its buffer is valid. It is created inside `withUnsafeBufferPointer` and used only there.
@safe
@usableFromInline
package struct ByteView {
    @usableFromInline let buffer: UnsafeBufferPointer<UInt8>

    /// Wraps a buffer. The result is valid only while the buffer is valid.
    @inlinable
    @unsafe
    package init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = buffer
    }

    @inlinable package var count: Int { unsafe buffer.count }

    /// The byte at a position; 0 if the position is outside the buffer.
    @inlinable
    @inline(__always)
    package subscript(position: Int) -> UInt8 {
        // Comparing the bit patterns also rejects a negative position.
        guard UInt(bitPattern: position) < UInt(bitPattern: count) else { return 0 }
        return unsafe buffer[position]
    }

    /// Returns the number of consecutive plain bytes, starting at a position inside a string. A plain byte is not a quote, backslash,
    /// control or non-ASCII character.
    ///
    /// The bytes are tested eight at a time, with the "has a zero byte" trick for each kind of special byte. The trick can give a false
    /// match only above a true match, and only the lowest match is used.
    ///
    /// DEL is plain when JSON is parsed. Code that writes JSON sets `stopsAtDelete`. The method is inlined, so the parser does not test the
    /// flag at run time.
    @inlinable
    @inline(__always)
    package func plainRun(from position: Int, stopsAtDelete: Bool = false) -> Int {
        var place = position
        while true {
            // The zeros after the end are control characters, so the last run ends there.
            let found = WordTest.special(word(at: place), andDelete: stopsAtDelete)
            if found != 0 { return place + found.trailingZeroBitCount >> 3 - position }
            place += 8
        }
    }

    /// Returns the eight bytes that start at a position, with the first byte in the lowest bits. Bytes after the end are 0.
    @inlinable
    @inline(__always)
    package func word(at position: Int) -> UInt64 {
        guard position >= 0, position <= count &- 8 else { return lastWord(at: position) }
        // The eight bytes are in the buffer.
        let raw = unsafe UnsafeRawBufferPointer(buffer)
        return unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @usableFromInline
    @inline(never)
    func lastWord(at position: Int) -> UInt64 {
        guard position < count else { return 0 }
        if count >= 8, position >= 0 { return word(at: count &- 8) >> UInt64(8 &* (position &+ 8 &- count)) }
        guard position >= 0 else {
            return (position..<Swift.min(position + 8, count)).reduce(0) { $0 | UInt64(self[$1]) << UInt64(8 &* ($1 &- position)) }
        }
        // Reads that overlap need no loop: the halves of 4 to 7 bytes; the first, middle and last of 1 to 3 bytes.
        let rest = count &- position
        if rest >= 4 { return UInt64(half(at: position)) | UInt64(half(at: count &- 4)) << UInt64(8 &* (rest &- 4)) }
        let (middle, last) = (rest >> 1, rest &- 1)
        return UInt64(self[position]) | UInt64(self[position &+ middle]) << UInt64(8 &* middle)
            | UInt64(self[count &- 1]) << UInt64(8 &* last)
    }

    /// Returns the four bytes that start at a position, which must be in the buffer.
    @inline(__always)
    private func half(at position: Int) -> UInt32 {
        precondition(position >= 0 && position <= count &- 4)
        // The four bytes are in the buffer.
        return unsafe UInt32(littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// Returns how many of the eight bytes at a position come before the first control or non-ASCII character. DEL counts as a control
    /// character.
    @inlinable
    @inline(__always)
    package func plainBytes(from position: Int) -> Int {
        let word = word(at: position)
        let low: UInt64 = 0x0101_0101_0101_0101
        let delete = word ^ (low &* 0x7F)
        let found = (((word &- (low &* 0x20)) & ~word) | ((delete &- low) & ~delete) | word) & 0x8080_8080_8080_8080
        return found == 0 ? 8 : found.trailingZeroBitCount >> 3
    }

    /// Calls `body` with a part of the bytes.
    @inlinable
    @inline(__always)
    package func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let bounded = range.clamped(to: 0..<count)
        return body(unsafe UnsafeBufferPointer(rebasing: buffer[bounded]).span)
    }

    /// Calls `body` with the bytes of a text.
    @inlinable
    @inline(__always)
    package static func with<Answer>(_ text: Span<UInt8>, _ body: (ByteView) -> Answer) -> Answer {
        // The `ByteView` is valid in this closure and is passed only to `body`.
        unsafe text.withUnsafeBufferPointer { body(unsafe ByteView($0)) }
    }

    /// Calls `body` with the UTF-8 bytes of a text.
    package static func with<Answer>(_ text: String, _ body: (ByteView) -> Answer) -> Answer {
        text.withBytes { with($0, body) }
    }

    /// Returns whether the bytes at a position start with a literal of more than one character.
    @inlinable
    package func hasPrefix(_ word: StaticString, at position: Int) -> Bool {
        guard position <= count - word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount {
            // A `StaticString` literal of more than one character is stored as a pointer to its bytes.
            guard unsafe word.utf8Start[offset] == self[position + offset] else { return false }
        }
        return true
    }

    /// Returns whether the bytes in `left` equal the bytes in the range `right` of `other`.
    @inlinable
    package func isEqual(_ left: Range<Int>, to other: ByteView, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        var offset = 0
        while offset <= left.count - 8 {
            if word(at: left.lowerBound + offset) != other.word(at: right.lowerBound + offset) { return false }
            offset += 8
        }
        while offset < left.count {
            if self[left.lowerBound + offset] != other[right.lowerBound + offset] { return false }
            offset += 1
        }
        return true
    }

    package func append(_ range: Range<Int>, to output: inout [UInt8]) {
        let bounded = range.clamped(to: 0..<count)
        unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[bounded]))
    }

    @inlinable
    package func append(_ range: Range<Int>, to output: inout ByteWriter) {
        let bounded = range.clamped(to: 0..<count)
        output.append(unsafe UnsafeBufferPointer(rebasing: buffer[bounded]).span)
    }

    package func string(_ range: Range<Int>) -> String {
        let bounded = range.clamped(to: 0..<count)
        return unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[bounded]), as: UTF8.self)
    }
}
