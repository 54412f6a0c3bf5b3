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

    package func areIn(_ text: String) -> Bool {
        ByteView.with(text) { text in words.contains { FilterPattern.place(of: $0, in: text, from: 0) != nil } }
    }

    /// Returns the columns of a text that show one of the words.
    func columns(in text: StyledText) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let shown = text.shown
        return ByteView.with(shown.bytes.span) { text in
            var places: [Range<Int>] = []
            for word in words {
                var start = 0
                while let place = FilterPattern.place(of: word, in: text, from: start) {
                    start = place + word.count
                    places.append(shown.columns[place].lowerBound..<shown.columns[start - 1].upperBound)
                }
            }
            return places
        }
    }
}
