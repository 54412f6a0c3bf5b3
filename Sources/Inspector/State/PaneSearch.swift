import Bytes
import Panes

/// The text that the user looks for in the details. Unlike the filter, it hides nothing.
package struct PaneSearch: Sendable, Equatable {
    /// The text as the user typed it; empty if there is no search.
    package var text = ""
    /// The text of the last search that was cleared, which Up recalls.
    package var lastText = ""

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
        let next = rows.endOfPrefix { $0 <= current }
        let place = step > 0 ? next : rows.endOfPrefix { $0 < current } - 1
        return rows[place > last ? 0 : place < 0 ? last : place]
    }

    /// The first match at the cursor or after it.
    var fromHere: Int? { rows.contains(current) ? current : row(by: 1) }

    static let none = "not found"

    /// `2 of 7` on a match, `7 lines` elsewhere.
    var words: String {
        if let place = rows.firstIndex(of: current) { return "\(place + 1) of \(rows.count)" }
        return rows.isEmpty ? Self.none : rows.count.counted("line")
    }
}

/// The values from which the rows with a match are computed.
struct SearchSource: Sendable, Equatable {
    let rows: DetailRows
    let words: SearchWords
}

/// The rows of a tab as they would be if no part were folded, beside the rows as they are. A search also finds what a folded part hides.
struct UnfoldedRows {
    let all: DetailRows
    let visible: DetailRows

    /// The index in `all` of each visible row. A value may be broken into other rows, so the rows after its first one are left out.
    private let indices: [Int: Int]
    /// The path of the folded part that hides a row, for each hidden row of `all`.
    let hiders: [Int: String]

    init(all: DetailRows, visible: DetailRows) {
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
    func index(of row: Int) -> Int { all == visible ? row : indices[visible.rows(of: row).lowerBound] ?? 0 }

    /// Returns the visible row with an index in `all`; nil if it is hidden.
    func row(at index: Int) -> Int? { all == visible ? index : indices.first { $0.value == index }?.key }
}
