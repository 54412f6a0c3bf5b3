import Bytes
import Panes
import Records
import Screen

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
    let rows: [Int]
    let current: Int

    /// Returns the row of the next match, or of the previous one if `step` is negative, around the ends; nil if there is no match.
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

// Searching for the words of `find`, or else of the filter, in the texts as they are shown, so that no masked secret is found.

extension State {
    /// What the row above the footer is about.
    enum SearchRow {
        case filter, find
    }

    /// The content of the row above the footer; nil if there is no such row.
    var searchRow: SearchRow? {
        if let row = overlay?.searchRow { return row }
        if !search.text.isEmpty, isInText || filtering.filter == nil { return .find }
        return filtering.filter == nil ? nil : .filter
    }

    /// Whether the focused pane shows text and is no list.
    var isInText: Bool { panes.focus == .detail }

    func searchWords(in pane: Pane) -> SearchWords {
        pane == .detail && !search.words.isEmpty ? search.words : SearchWords(filtering.filter)
    }

    /// The rows of the focused pane that contain the words; nil for a list, and if there are no words.
    var matches: SearchMatches? {
        let words = searchWords(in: panes.focus)
        guard !words.isEmpty, isInText else { return nil }
        let rows = unfoldedRows
        let found = searches.value(for: SearchSource(rows: rows.all, words: words)) {
            rows.all.lines.indices.filter { isMatch(rows.all.lines[$0], words) }
        }
        return SearchMatches(rows: found, current: rows.index(of: detail.cursor.selected))
    }

    /// The rows of the tab in view, also those in folded parts.
    var unfoldedRows: UnfoldedRows {
        let visible = detailRows
        guard visible.lines.contains(where: { $0.fold == .closed }) else { return UnfoldedRows(all: visible, visible: visible) }
        var copy = self
        copy.detail.unfoldAll()
        return UnfoldedRows(all: copy.detailRows, visible: visible)
    }

    private func isMatch(_ line: DetailLine, _ words: SearchWords) -> Bool {
        guard !line.isContinuation else { return false }
        if let index = line.event {
            guard let facts = lists.event(at: index, device, memory) else { return false }
            let mask = display.mask.parts(in: facts.event.contexts)
            let pieces = facts.phrase(of: preferences.eventArguments).map { mask.value($0.text, name: $0.name) }
            return words.areIn(facts.event.name) || words.areIn(facts.event.app ?? "") || words.areIn(pieces.joined())
        }
        return words.areIn(line.label) || words.areIn(line.whole ?? line.value)
            || line.styled.map { words.areIn(String(decoding: $0.shown.bytes, as: UTF8.self)) } ?? false
    }

    /// Whether `n` and `N` lead to another row.
    var canGoToMatch: Bool {
        if let matches { return matches.row(by: 1).map { $0 != matches.current } ?? false }
        let cursor = panes.focus == .events ? lists.eventCursor : lists.linkCursor
        return !isInText && lists.isFiltered && !timeline.isPast && cursor.count > 1
    }

    /// The filters that Up offers in the empty line: the last one, and then those of the settings.
    var offeredFilters: [Preferences.SavedFilter] {
        let saved = preferences.filters
        guard !filtering.lastText.isEmpty, !saved.contains(where: { $0.text == filtering.lastText }) else { return saved }
        return [Preferences.SavedFilter(name: "", text: filtering.lastText)] + saved
    }

    /// The name of the filter in effect in the settings; empty if it has none.
    var filterName: String { preferences.filters.first { $0.text == filtering.text }?.name ?? "" }
}
