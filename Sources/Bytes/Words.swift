extension Array<UInt8> {
    /// Returns whether `text` is at `position`.
    @inlinable package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe self[position + index] != expected[index] { return false }
            return true
        }
    }

    /// Returns whether a JSON escape is at `position`. `escape` has lowercase hex digits. In the text, the hex digits may be in either
    /// case, but the `u` must be lowercase.
    package func hasEscape(_ escape: StaticString, at position: Int, before end: Int) -> Bool {
        has("\\u", at: position, before: end) && hasLetters(escape, at: position, before: end)
    }

    /// Returns whether `text` is at `position`, ignoring the case of ASCII letters. `text` must be lowercase.
    @inlinable package func hasLetters(_ text: StaticString, at position: Int, before end: Int = .max) -> Bool {
        span.hasLetters(text, at: position, before: end)
    }

    /// Returns whether the bytes in `range` are `word`, ignoring the case of ASCII letters. `word` must be lowercase.
    @inlinable package func isWord(_ word: StaticString, in range: Range<Int>) -> Bool { span.isWord(word, in: range) }
}

extension Span<UInt8> {
    /// Returns whether `text` is at `position`, ignoring the case of ASCII letters. `text` must be lowercase.
    @inlinable package func hasLetters(_ text: StaticString, at position: Int, before end: Int = .max) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe ByteClass.lowered(self[position + index]) != expected[index] { return false }
            return true
        }
    }

    /// Returns whether the bytes in `range` are `word`, ignoring the case of ASCII letters. `word` must be lowercase.
    @inlinable package func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount && hasLetters(word, at: range.lowerBound, before: range.upperBound)
    }
}

extension [StaticString] {
    /// Returns whether the bytes in `range` are one of these words, ignoring the case of ASCII letters. The words must be lowercase.
    package func contain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ ByteClass.lowered(bytes[$0]) }) else { return false }
        // The first letter and the length rule out nearly every word. The pointer is valid, because the words are stored as UTF-8.
        for word in self where word.utf8CodeUnitCount == range.count {
            if unsafe word.utf8Start.pointee == first, bytes.isWord(word, in: range) { return true }
        }
        return false
    }
}
