import Panes
import Records
import Screen

// Searching in values. The words are those of `find`, or else those of the filter. They are looked for in the texts as they are shown, so a
// search finds no secret that is masked.

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

    /// Returns the words that are highlighted in a pane.
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
            let pieces = facts.phrase(of: preferences.eventArguments).map { display.mask.value($0.text, name: $0.name) }
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
