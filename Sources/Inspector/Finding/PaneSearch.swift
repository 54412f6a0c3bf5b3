/// The text that the user looks for in the details and in the journey. Unlike the filter, it hides nothing.
package struct PaneSearch: Sendable, Equatable {
    /// The text as the user typed it; empty if there is no search.
    package var text = ""
    /// The text of the last search that was cleared, which Up recalls.
    var lastText = ""

    var words: SearchWords { SearchWords(text) }

    mutating func clear() {
        if !text.isEmpty { lastText = text }
        text = ""
    }
}

/// The rows in which a search found its words, and the row of the cursor.
struct SearchMatches: Sendable, Equatable {
    /// The rows, in order.
    let rows: [Int]
    let current: Int

    /// Returns the row of the next match, or of the previous match if `step` is negative; nil if there is no match. After the last match,
    /// the first one follows.
    func row(by step: Int) -> Int? {
        guard let last = rows.indices.last else { return nil }
        let next = rows.partitionPoint { $0 > current }
        let place = step > 0 ? next : rows.partitionPoint { $0 >= current } - 1
        return rows[place > last ? 0 : place < 0 ? last : place]
    }

    /// The first match at the cursor or after it.
    var fromHere: Int? { rows.contains(current) ? current : row(by: 1) }

    static let none = "not found"

    /// `2 of 7` on a match, `7 lines` elsewhere.
    var words: String {
        if let place = rows.firstIndex(of: current) { return "\(place + 1) of \(rows.count)" }
        return rows.isEmpty ? Self.none : rows.count == 1 ? "1 line" : "\(rows.count) lines"
    }
}

/// The values from which the rows with a match are computed.
struct SearchSource: Sendable, Equatable {
    let rows: DetailRows
    let words: SearchWords
}
