import Bytes
import Screen

/// The words that a search looks for in the rows of a pane: the text of `find`, or the words of the filter. A row fits if it contains one
/// of them. ASCII letters match case-insensitively.
package struct SearchWords: Sendable, Equatable {
    /// In lower case; none is empty.
    private let words: [[UInt8]]

    package init(_ text: String = "") {
        let isBlank = text.allSatisfy(\.isWhitespace)
        words = isBlank ? [] : [text.utf8.map(ByteClass.lowered)]
    }

    /// Creates the words of the terms that a row must fit.
    package init(_ filter: Filter?) {
        // Each row is searched for each word, and a long text has the same words many times.
        words = (filter?.terms ?? []).filter { !$0.isNegated }.compactMap(\.pattern?.longestPiece).filter { !$0.isEmpty }.unique
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Returns whether one of the words is in a text.
    package func areIn(_ text: String) -> Bool {
        guard !isEmpty else { return false }
        let bytes = Array(text.utf8)
        return words.contains { Self.place(of: $0, in: bytes, from: 0) != nil }
    }

    /// Returns the columns of a text that show one of the words.
    func columns(in text: StyledText) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let shown = text.shown
        return words.flatMap { word in
            var places: [Range<Int>] = []
            var start = 0
            while let place = Self.place(of: word, in: shown.bytes, from: start) {
                start = place + word.count
                places.append(shown.columns[place].lowerBound..<shown.columns[start - 1].upperBound)
            }
            return places
        }
    }

    /// Returns the first place of a word at or after `start`.
    private static func place(of word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        let (word, text) = (word.span, text.span)
        guard word.count > 0, text.count - word.count >= start else { return nil }
        return (start...text.count - word.count).first { place in
            var index = 0
            while index < word.count, ByteClass.lowered(text[place + index]) == word[index] { index += 1 }
            return index == word.count
        }
    }
}
