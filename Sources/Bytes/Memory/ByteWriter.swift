/// A growing byte buffer whose memory is reused from link to link.
///
/// An `Array` checks ownership, capacity and bounds on each append. This type makes one comparison for each append, and copies short pieces
/// as two machine words. `ensure` always leaves `slack` spare bytes after the requested ones, so writing whole words past the end is safe.
///
/// Other code can access the memory only inside a closure.
@safe
@usableFromInline
package struct ByteWriter: ~Copyable {
    @usableFromInline static let slack = 32

    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    /// Creates an empty writer with room for `capacity` bytes.
    package init(capacity: Int = 1 << 10) {
        self.capacity = capacity + Self.slack
        unsafe memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    }

    deinit { unsafe memory.deallocate() }

    @inlinable package var count: Int { used }

    /// Removes all bytes, but does not release the memory.
    @inlinable package mutating func removeAll() { used = 0 }

    /// Reduces the capacity to `most` bytes, which releases the memory of an unusually large text. Does nothing if the written bytes need
    /// more.
    package mutating func shrink(to most: Int) {
        guard capacity > most + Self.slack, used <= most else { return }
        resize(to: most + Self.slack)
    }

    /// Makes room for `more` bytes and for `slack` spare bytes after them.
    @inlinable
    @inline(__always)
    package mutating func ensure(_ more: Int) {
        if capacity &- used < more &+ Self.slack { grow(more) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ more: Int) {
        resize(to: Swift.max(capacity * 2, used + more + Self.slack))
    }

    private mutating func resize(to size: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        // The callers pass a `size` that is not less than `used`.
        unsafe larger.update(from: memory, count: used)
        unsafe memory.deallocate()
        unsafe memory = larger
        capacity = size
    }

    /// Calls `body` with the bytes written.
    @inlinable
    @inline(__always)
    package borrowing func withSpan<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        // The first `used` bytes are initialized, and nothing can write to the memory while it is borrowed.
        body(unsafe UnsafeBufferPointer(start: memory, count: used).span)
    }

    /// Calls `body` with the part of the written bytes that is in `range`.
    @inlinable
    @inline(__always)
    package borrowing func withSpan<Answer>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let range = range.clamped(to: 0..<used)
        return body(unsafe UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count).span)
    }

    package var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: memory, count: used)) }
}

// Writing.
extension ByteWriter {
    @inlinable
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        ensure(1)
        unsafe memory[used] = byte
        used &+= 1
    }

    /// Appends the bytes that `write` stores. `write` returns their number. There is room for `most` bytes and for one more word.
    @inlinable
    @inline(__always)
    @unsafe
    package mutating func append(atMost most: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
        ensure(most)
        used &+= unsafe write(UnsafeMutableRawPointer(memory + used))
    }

    /// Appends a literal of more than one character.
    @inlinable
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        ensure(count)
        // A literal of more than one character is stored as a pointer to `count` bytes.
        unsafe ByteCopy.copy(text.utf8Start, to: memory + used, count)
        used &+= count
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ bytes: Span<UInt8>) {
        ensure(bytes.count)
        let end = unsafe memory + used
        unsafe bytes.withUnsafeBufferPointer { source in
            // There is room for `source.count` bytes, and a span never overlaps memory that is being written to.
            if let start = source.baseAddress { unsafe ByteCopy.copy(start, to: end, source.count) }
        }
        used &+= bytes.count
    }

    package mutating func append(string text: String) {
        var text = text
        ensure(text.utf8.count)
        let end = unsafe memory + used
        used += text.withUTF8 { source in
            // There is room for the text's bytes.
            if let start = source.baseAddress { unsafe ByteCopy.copy(start, to: end, source.count) }
            return source.count
        }
    }

    /// Appends a copy of bytes written earlier.
    @inlinable
    package mutating func `repeat`(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= used)
        ensure(range.count)
        // Source and target are in the memory, and the target begins at or after the end of the source.
        unsafe ByteCopy.copy(memory + range.lowerBound, to: memory + used, range.count)
        used &+= range.count
    }

    package mutating func append(_ byte: UInt8, count: Int) {
        ensure(count)
        // `ensure` has made room for `count` bytes.
        unsafe (memory + used).update(repeating: byte, count: count)
        used &+= count
    }

    package mutating func append(decimal value: Int) {
        guard value >= 0 else { return append(string: String(value)) }
        var (count, rest) = (1, value)
        while rest >= 10 { (count, rest) = (count + 1, rest / 10) }
        ensure(count)
        (used, rest) = (used + count, value)
        for place in 1...count {
            // `ensure` has made room for `count` digits, which are written from the last to the first.
            unsafe memory[used - place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}

/// Copies memory, with fast paths for short pieces. Reports mostly consist of short pieces.
@usableFromInline
enum ByteCopy {
    /// Copies `count` bytes; source and target must not overlap.
    @inlinable
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        let from = unsafe UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        // Every load and store stays within the piece. A load from the start and a load from the end may overlap.
        if count >= 8 {
            if count > 32 {
                unsafe target.update(from: source, count: count)
                return
            }
            if count > 16 {
                let first = unsafe from.loadUnaligned(as: SIMD16<UInt8>.self)
                let last = unsafe from.loadUnaligned(fromByteOffset: count &- 16, as: SIMD16<UInt8>.self)
                unsafe to.storeBytes(of: first, as: SIMD16<UInt8>.self)
                unsafe to.storeBytes(of: last, toByteOffset: count &- 16, as: SIMD16<UInt8>.self)
                return
            }
            let first = unsafe from.loadUnaligned(as: UInt64.self)
            let last = unsafe from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            unsafe to.storeBytes(of: first, as: UInt64.self)
            unsafe to.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let first = unsafe from.loadUnaligned(as: UInt32.self)
            let last = unsafe from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe to.storeBytes(of: first, as: UInt32.self)
            unsafe to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for index in 0..<Swift.max(count, 0) { unsafe target[index] = source[index] }
        }
    }
}

// These methods handle runs of ordinary bytes quickly and special bytes one by one.
extension ByteWriter {
    /// Appends text as the inside of a JSON string, with quotes and backslashes escaped. Stops at the first control or non-ASCII character.
    ///
    /// Returns the offset at which it stopped, or `end` if all text was appended.
    @inlinable
    package mutating func appendQuoted(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        let end = Swift.min(end, bytes.count)
        guard start >= 0, start < end else { return Swift.max(start, end) }
        // In the worst case each byte needs a backslash.
        ensure((end &- start) &* 2)
        var target = unsafe memory + used
        let stop = unsafe bytes.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return start }
            var place = start
            // Reads stay below `end`, which is within the source. Each byte read becomes at most two bytes. A word may be written past the
            // requested room, into the slack.
            while place < end {
                if place &+ 8 <= end {
                    let word = unsafe UnsafeRawPointer(from).loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    unsafe UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
                    let found = WordTest.special(UInt64(littleEndian: word))
                    let plain = found == 0 ? 8 : found.trailingZeroBitCount >> 3
                    place &+= plain
                    unsafe target += plain
                    if found == 0 { continue }
                }
                let byte = unsafe from[place]
                if byte == 0x22 || byte == 0x5C {
                    unsafe target[0] = 0x5C
                    unsafe target[1] = byte
                    unsafe target += 2
                } else if byte >= 0x20, byte < 0x7F {
                    unsafe target[0] = byte
                    unsafe target += 1
                } else {
                    return place
                }
                place &+= 1
            }
            return place
        }
        used = unsafe target - memory
        return stop
    }
}

/// Finds quotes, backslashes, control characters and non-ASCII bytes in eight bytes at once, with the "has a zero byte" trick. The lowest
/// set bit of the result is in the first such byte.
@usableFromInline
package enum WordTest {
    @inlinable static var low: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var high: UInt64 { 0x8080_8080_8080_8080 }

    @inlinable
    @inline(__always)
    static func special(_ word: UInt64, andDelete: Bool = true) -> UInt64 {
        let quote = word ^ (low &* 0x22)
        let backslash = word ^ (low &* 0x5C)
        var found = ((quote &- low) & ~quote) | ((backslash &- low) & ~backslash) | ((word &- (low &* 0x20)) & ~word) | word
        if andDelete {
            let delete = word ^ (low &* 0x7F)
            found |= (delete &- low) & ~delete
        }
        return found & high
    }
}
