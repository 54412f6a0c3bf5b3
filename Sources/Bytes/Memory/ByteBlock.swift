/// Sixteen bytes that are tested at once. Bytes after the end of the text are 0.
///
/// The tests use bit tricks on two words. Comparing vectors of bytes would be simpler, but Swift compiles that into a loop
/// over the bytes.
@usableFromInline
package struct ByteBlock {
    @usableFromInline var words: SIMD2<UInt64>

    /// Bytes of a block, each marked with its highest bit.
    @usableFromInline
    package struct Marks {
        @usableFromInline var words: SIMD2<UInt64>

        @inlinable
        @inline(__always)
        init(_ words: SIMD2<UInt64>) { self.words = words }

        @inlinable package init() { words = SIMD2() }

        @inlinable
        @inline(__always)
        package static func | (left: Marks, right: Marks) -> Marks { Marks(left.words | right.words) }

        @inlinable package var isEmpty: Bool { words.x | words.y == 0 }

        /// The offset of the first mark, which must exist.
        @inlinable package var first: Int {
            words.x != 0 ? words.x.trailingZeroBitCount >> 3 : 8 + words.y.trailingZeroBitCount >> 3
        }

        /// The offset of the last mark, which must exist.
        @inlinable package var last: Int {
            words.y != 0 ? 15 - words.y.leadingZeroBitCount >> 3 : 7 - words.x.leadingZeroBitCount >> 3
        }

        /// Removes the first mark and returns its offset in the block.
        @inlinable
        @inline(__always)
        package mutating func popFirst() -> Int? {
            if words.x != 0 {
                defer { words.x &= words.x &- 1 }
                return words.x.trailingZeroBitCount >> 3
            }
            guard words.y != 0 else { return nil }
            defer { words.y &= words.y &- 1 }
            return 8 + words.y.trailingZeroBitCount >> 3
        }
    }

    @inlinable
    @inline(__always)
    package init(_ bytes: ByteView, at position: Int) {
        words = bytes.words(at: position)
    }

    @inlinable static var low: SIMD2<UInt64> { SIMD2(repeating: 0x0101_0101_0101_0101) }
    @inlinable static var high: SIMD2<UInt64> { SIMD2(repeating: 0x8080_8080_8080_8080) }

    @inlinable
    @inline(__always)
    static func each(_ byte: UInt8) -> SIMD2<UInt64> { SIMD2(repeating: 0x0101_0101_0101_0101 &* UInt64(byte)) }

    /// Marks the bytes that equal an ASCII byte. A byte after such a byte may be marked too if it differs only in its lowest bit.
    @inlinable
    @inline(__always)
    package func marks(of byte: UInt8) -> Marks {
        let zeros = words ^ Self.each(byte)
        return Marks((zeros &- Self.low) & ~zeros & Self.high)
    }

    /// Marks the bytes below an ASCII byte, and the bytes beyond ASCII.
    @inlinable
    @inline(__always)
    package func marks(below byte: UInt8) -> Marks { Marks((~((words | Self.high) &- Self.each(byte)) | words) & Self.high) }

    /// Marks the bytes from `first` to `last`, which are ASCII bytes. Some bytes beyond ASCII are marked too.
    @inlinable
    @inline(__always)
    package func marks(from first: UInt8, to last: UInt8) -> Marks {
        let ascii = words & ~Self.high
        return Marks(((ascii &+ Self.each(0x80 &- first)) ^ (ascii &+ Self.each(0x7F &- last))) & Self.high)
    }

    /// Marks the bytes beyond ASCII.
    @inlinable
    @inline(__always)
    package var marksBeyondASCII: Marks { Marks(words & Self.high) }
}

extension ByteView {
    /// Returns the first offset of `byte`, which is ASCII, from `start` on, or `end` if `byte` does not occur. Compares sixteen bytes at a
    /// time, because query values are long.
    package func place(of byte: UInt8, from start: Int, end: Int) -> Int {
        var index = start
        while index < end {
            var marks = ByteBlock(self, at: index).marks(of: byte)
            if let offset = marks.popFirst() { return Swift.min(index &+ offset, end) }
            index &+= 16
        }
        return end
    }

    /// Returns the first offset of one of two ASCII bytes from `start` on. If neither occurs, returns `end`, or the count if that is less.
    @inline(__always)
    package func firstPlace(of byte: UInt8, or other: UInt8, from start: Int, end: Int = .max) -> Int {
        let end = Swift.min(end, count)
        var index = start
        while index < end {
            let block = ByteBlock(self, at: index)
            var marks = block.marks(of: byte) | block.marks(of: other)
            while let offset = marks.popFirst() {
                if self[index &+ offset] == byte || self[index &+ offset] == other { return Swift.min(index &+ offset, end) }
            }
            index &+= 16
        }
        return end
    }

    /// Calls `body` with each part of a range, split at an ASCII byte. If the byte does not occur, there is one part.
    @inline(__always)
    package func forEachPart(of range: Range<Int>, separatedBy sign: UInt8, _ body: (Range<Int>) -> Void) {
        var (start, place) = (range.lowerBound, range.lowerBound)
        while place < range.upperBound {
            var marks = ByteBlock(self, at: place).marks(of: sign)
            while let offset = marks.popFirst(), place &+ offset < range.upperBound {
                let end = place &+ offset
                guard self[end] == sign else { continue }
                body(start..<end)
                start = end &+ 1
            }
            place &+= 16
        }
        body(start..<range.upperBound)
    }

    @inlinable
    @inline(__always)
    func words(at position: Int) -> SIMD2<UInt64> {
        guard position >= 0, position <= count &- 16 else { return lastWords(at: position) }
        // The sixteen bytes are in the buffer.
        return unsafe UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
    }

    @usableFromInline
    @inline(never)
    func lastWords(at position: Int) -> SIMD2<UInt64> {
        let rest = count &- position
        guard position >= 0, rest > 8 else { return SIMD2(word(at: position), position < 0 ? word(at: position + 8) : 0) }
        // There are fewer than sixteen bytes, so the second word is in the last eight.
        return SIMD2(word(at: position), word(at: count &- 8) >> UInt64(8 &* (16 &- rest)))
    }
}
