/// The bytes under the parser: the one place where it touches memory.
///
/// Every read is checked against the count, so no position the parser could come to reads beside the buffer. A read at or behind the end gives 0,
/// which is allowed nowhere in JSON: the loops need not ask for the end at each step, they meet a byte they do not like and look then.
///
/// Valid only while the buffer is; ``JSONDocument`` makes it inside `withUnsafeBufferPointer` and lets it go there.
@_spi(Flat)
@safe
public struct JSONBytes {
    @usableFromInline let buffer: UnsafeBufferPointer<UInt8>

    /// Looks at a buffer, and is valid as long as that is.
    @inlinable
    @unsafe
    public init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = buffer
    }

    /// How many bytes there are.
    @inlinable public var count: Int { unsafe buffer.count }

    /// The byte at a position that is not negative; 0 at and behind the end.
    @inlinable
    @inline(__always)
    public subscript(position: Int) -> UInt8 {
        // The comparison of bit patterns refuses a negative position too.
        guard UInt(bitPattern: position) < UInt(bitPattern: count) else { return 0 }
        return unsafe buffer[position]
    }

    /// How many bytes from a position on need no second look inside a string: neither quote, backslash, control character nor beyond ASCII.
    ///
    /// Eight bytes at a time (the "has a zero byte" trick, applied to each of the four questions; a false answer can stand only above a
    /// true one, and only the lowest is used).
    ///
    /// DEL is plain to a reader of JSON; a writer asks to stop at it. Inlined, so that the question costs the reader nothing.
    @inline(__always)
    func plainRun(from position: Int, stopsAtDelete: Bool = false) -> Int {
        var place = position
        while place <= count - 8 {
            let word = word(at: place)
            let low: UInt64 = 0x0101_0101_0101_0101
            let high: UInt64 = 0x8080_8080_8080_8080
            let quote = word ^ (low &* 0x22)
            let backslash = word ^ (low &* 0x5C)
            var special =
                ((quote &- low) & ~quote) | ((backslash &- low) & ~backslash) | ((word &- (low &* 0x20)) & ~word) | word
            if stopsAtDelete {
                let delete = word ^ (low &* 0x7F)
                special |= (delete &- low) & ~delete
            }
            let found = special & high
            if found != 0 {
                return place + found.trailingZeroBitCount >> 3 - position
            }
            place += 8
        }
        while place < count, Self.isPlain(self[place]), !stopsAtDelete || self[place] != 0x7F {
            place += 1
        }
        return place - position
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Eight bytes from a position on, the first in the lowest bits; 0 for what is behind the end.
    @inlinable
    @inline(__always)
    public func word(at position: Int) -> UInt64 {
        if position >= 0, position <= count - 8 {
            // The eight bytes lie in the buffer.
            let raw = unsafe UnsafeRawBufferPointer(buffer)
            return unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
        var word: UInt64 = 0
        for offset in 0..<8 { word |= UInt64(self[position + offset]) << UInt64(8 * offset) }
        return word
    }

    /// How many of eight bytes come before the first that is a control character or beyond ASCII; less may be told than there are.
    @inlinable
    @inline(__always)
    public func plainBytes(from position: Int) -> Int {
        let word = word(at: position)
        let low: UInt64 = 0x0101_0101_0101_0101
        let delete = word ^ (low &* 0x7F)
        let found = (((word &- (low &* 0x20)) & ~word) | ((delete &- low) & ~delete) | word) & 0x8080_8080_8080_8080
        return found == 0 ? 8 : found.trailingZeroBitCount >> 3
    }

    /// Lends a part of the bytes.
    @inlinable
    @inline(__always)
    public func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let bounded = range.clamped(to: 0..<count)
        return body(unsafe UnsafeBufferPointer(rebasing: buffer[bounded]).span)
    }

    /// Lends a text's bytes.
    @inlinable
    @inline(__always)
    public static func with<Answer>(_ text: Span<UInt8>, _ body: (JSONBytes) -> Answer) -> Answer {
        // Valid in this closure, and handed on no further than into the body's call.
        unsafe text.withUnsafeBufferPointer { body(unsafe JSONBytes($0)) }
    }

    /// Whether the bytes from a position on begin with a literal, which has more than one character.
    @inlinable
    public func hasPrefix(_ word: StaticString, at position: Int) -> Bool {
        guard position <= count - word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount {
            // A StaticString made from a literal of more than one character has a pointer to that many bytes.
            guard unsafe word.utf8Start[offset] == self[position + offset] else { return false }
        }
        return true
    }

    /// Whether a range of these bytes holds the same as a range of others.
    func isEqual(_ left: Range<Int>, to other: JSONBytes, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for offset in 0..<left.count where self[left.lowerBound + offset] != other[right.lowerBound + offset] {
            return false
        }
        return true
    }

    /// Appends bytes to others, in one piece.
    func append(_ range: Range<Int>, to output: inout [UInt8]) {
        let bounded = range.clamped(to: 0..<count)
        unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[bounded]))
    }

    /// Appends bytes to others, in one piece.
    @inlinable
    public func append(_ range: Range<Int>, to output: inout ByteWriter) {
        let bounded = range.clamped(to: 0..<count)
        output.append(unsafe UnsafeBufferPointer(rebasing: buffer[bounded]).span)
    }

    func string(_ range: Range<Int>) -> String {
        let bounded = range.clamped(to: 0..<count)
        return unsafe String(decoding: UnsafeBufferPointer(rebasing: buffer[bounded]), as: UTF8.self)
    }
}

/// Looks at the UTF-8 bytes of a text.
func withJSONBytes<Result>(of text: String, _ body: (JSONBytes) -> Result) -> Result {
    var text = text
    return text.withUTF8 { buffer in
        // Valid in this closure, and handed on no further than into the body's call.
        body(unsafe JSONBytes(buffer))
    }
}
