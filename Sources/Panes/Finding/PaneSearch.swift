import Bytes
import Screen

/// The text that the user looks for in the details and in the journey. Unlike the filter, it hides nothing.
package struct PaneSearch: Sendable, Equatable {
    /// The text as the user typed it; empty if there is no search.
    package var text = ""
    /// The text of the last search that was cleared, which Up recalls.
    package var lastText = ""

    package init() {}

    package var words: SearchWords { SearchWords(text) }

    package mutating func clear() {
        if !text.isEmpty { lastText = text }
        text = ""
    }
}

/// The rows in which a search found its words, and the row of the cursor.
package struct SearchMatches: Sendable, Equatable {
    /// The rows, in order.
    let rows: [Int]
    package let current: Int

    package init(rows: [Int], current: Int) {
        self.rows = rows
        self.current = current
    }

    /// Returns the row of the next match, or of the previous match if `step` is negative; nil if there is no match. After the last match,
    /// the first one follows.
    package func row(by step: Int) -> Int? {
        guard let last = rows.indices.last else { return nil }
        let next = rows.partitionPoint { $0 > current }
        let place = step > 0 ? next : rows.partitionPoint { $0 >= current } - 1
        return rows[place > last ? 0 : place < 0 ? last : place]
    }

    /// The first match at the cursor or after it.
    package var fromHere: Int? { rows.contains(current) ? current : row(by: 1) }

    package static let none = "not found"

    /// `2 of 7` on a match, `7 lines` elsewhere.
    package var words: String {
        if let place = rows.firstIndex(of: current) { return "\(place + 1) of \(rows.count)" }
        return rows.isEmpty ? Self.none : rows.count == 1 ? "1 line" : "\(rows.count) lines"
    }
}

/// The values from which the rows with a match are computed.
package struct SearchSource: Sendable, Equatable {
    let rows: DetailRows
    let words: SearchWords

    package init(rows: DetailRows, words: SearchWords) {
        self.rows = rows
        self.words = words
    }
}

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
        var known: Set<[UInt8]> = [[]]
        words = (filter?.terms ?? []).filter { !$0.isNegated }.compactMap(\.pattern?.longestPiece).filter { known.insert($0).inserted }
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

/// The rows of a tab as they would be if no part were folded, beside the rows as they are. A search also finds what a folded part hides.
package struct UnfoldedRows {
    package let all: DetailRows
    package let visible: DetailRows

    /// The index in `all` of each visible row. A value may be broken into other rows, so the rows after its first one are left out.
    private let indices: [Int: Int]
    /// The path of the folded part that hides a row, for each hidden row of `all`.
    private let hiders: [Int: String]

    package init(all: DetailRows, visible: DetailRows) {
        (self.all, self.visible) = (all, visible)
        var indices: [Int: Int] = [:]
        var hiders: [Int: String] = [:]
        if all != visible {
            var rest = visible.lines.indices.filter { !visible.lines[$0].isContinuation }[...]
            var last: DetailLine?
            for index in all.lines.indices where !all.lines[index].isContinuation {
                let line = all.lines[index]
                if let row = rest.first, visible.lines[row].path == line.path, visible.lines[row].label == line.label {
                    indices[row] = index
                    last = visible.lines[row]
                    rest.removeFirst()
                } else if last?.fold == .closed {
                    hiders[index] = last?.path
                }
            }
        }
        (self.indices, self.hiders) = (indices, hiders)
    }

    /// Returns the index in `all` of a visible row.
    package func index(of row: Int) -> Int { all == visible ? row : indices[visible.rows(of: row).lowerBound] ?? 0 }

    /// Returns the visible row with an index in `all`; nil if it is hidden.
    package func row(at index: Int) -> Int? { all == visible ? index : indices.first { $0.value == index }?.key }

    /// Returns the path of the folded part that hides a row; nil if the row is visible.
    package func hider(of index: Int) -> String? { hiders[index] }
}
