/// Where the bytes of a decoded text are in the original text. Only the places where the distance grows are stored.
///
///    original   a % 3 D b c         the steps: from index 2 on, a byte is 2 further right
///    decoded    a =     b c         `=` is spelled by 3 bytes
///
/// Like a `ByteView`, the origins are valid only in the closure that receives them.
@usableFromInline
package struct Origins {
    /// From the index `start` on, up to the next step, the original place is `shift` further right.
    @usableFromInline
    package struct Step {
        @usableFromInline package let start: Int
        @usableFromInline package let shift: Int

        @inlinable
        @inline(__always)
        package init(start: Int, shift: Int) { (self.start, self.shift) = (start, shift) }

        @inlinable
        @inline(__always)
        package init(_ word: UInt64) { self.init(start: Int(word & 0xFFFF_FFFF), shift: Int(word >> 32)) }

        /// The step in one word, as it is stored.
        @inlinable
        @inline(__always)
        package var word: UInt64 { UInt64(truncatingIfNeeded: start) & 0xFFFF_FFFF | UInt64(truncatingIfNeeded: shift) << 32 }
    }

    /// The number of bytes that store a step.
    @inlinable package static var stepSize: Int { 8 }

    /// The steps, each stored as a word.
    @usableFromInline let words: ByteView

    @inlinable package init(_ words: ByteView) { self.words = words }

    /// Creates the origins of a text that is the original text.
    package init() { words = unsafe ByteView(UnsafeBufferPointer(start: nil, count: 0)) }

    @inlinable package var stepCount: Int { words.count >> 3 }

    @inlinable
    package func step(_ index: Int) -> Step { Step(words.word(at: index << 3)) }

    /// Returns the shift of the bytes after the first `count` steps.
    @inlinable
    package func shift(after count: Int) -> Int { count == 0 ? 0 : step(count - 1).shift }

    /// Returns the number of steps at or before an index.
    @inlinable
    package func count(upTo index: Int) -> Int { count { $0.start <= index } }

    /// Returns the number of steps for which a condition holds. It must hold for the first steps and for no later one.
    @inlinable
    func count(while condition: (Step) -> Bool) -> Int {
        (0..<stepCount).endOfPrefix { condition(step($0)) }
    }

    @inlinable
    package func original(_ index: Int) -> Int { index + shift(after: count(upTo: index)) }

    package func original(_ range: Range<Int>) -> Range<Int> { original(range.lowerBound)..<original(range.upperBound) }

    /// Returns the decoded index of a place in the original text. A place within an escape becomes the index after it.
    package func decoded(_ place: Int) -> Int {
        let count = count { $0.start + $0.shift <= place }
        let index = place - shift(after: count)
        return count < stepCount ? min(index, step(count).start) : index
    }

    package func decoded(_ range: Range<Int>) -> Range<Int> { decoded(range.lowerBound)..<decoded(range.upperBound) }

    /// Returns the number of bytes in the original text that spell the byte at an index. If a delimiter takes more bytes than the delimiter
    /// before the value, it is escaped more deeply, so it belongs to the value.
    package func width(of index: Int) -> Int {
        let count = count(upTo: index)
        guard count < stepCount, step(count).start == index + 1 else { return 1 }
        return 1 + step(count).shift - shift(after: count)
    }
}
