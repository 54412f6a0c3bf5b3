import Panes
import Records
import Screen

// The window that searches all sessions, and shows an old session beside the open one. The history is read outside `State`. The first
// answer comes from the history as it is, and another answer follows when the history has been brought up to date.

extension State {
    /// Handles `H`: searches all sessions.
    mutating func startSearchingHistory(_ words: String = "") -> [Effect] {
        let window = HistoryWindow(line: TextLine(words))
        overlay = .history(window)
        return [.searchHistory(words: words, isFirst: true)]
    }

    mutating func press(_ key: Key, in window: HistoryWindow) -> [Effect] {
        var window = window
        switch key {
        case .escape where window.session != nil, .tab where window.session != nil: window.session = nil
        case .escape:
            overlay = nil
            return [.closeHistory]
        case .tab:
            guard let entry = window.selected else { return [] }
            window.awaited = entry
            overlay = .history(window)
            return [.readSession(of: entry)]
        case .enter: return window.selected.map { replay($0) } ?? []
        case .control("o"): return window.selected.map { openSession(of: $0) } ?? []
        case .up, .down, .pageUp, .pageDown:
            guard let cursor = window.shown?.cursor, let moved = moved(cursor, by: key, height: historyRows) else { return [] }
            window.shown?.cursor = moved
        default:
            guard window.session == nil else { return [] }
            let before = window.words
            guard window.line.edit(key) else { return [] }
            return searchHistory(in: window, insteadOf: before)
        }
        overlay = .history(window)
        return []
    }

    /// Shows the window after its line was edited, and searches for its words if they have changed.
    mutating func searchHistory(in window: HistoryWindow, insteadOf before: String) -> [Effect] {
        var window = window
        let isChanged = window.words != before
        if isChanged { window.awaited = nil }
        overlay = .history(window)
        return isChanged ? [.searchHistory(words: window.words, isFirst: false)] : []
    }

    /// The number of rows for entries. The first row is for the words, and the last one for the selected entry.
    var historyRows: Int { max(windowPlace.rows - HistoryView.otherRows, 1) }

    mutating func receive(_ news: HistoryNews) {
        guard case .history(var window)? = overlay else { return }
        switch news {
        case .found(let entries, let words):
            // An answer to earlier words would only flicker.
            guard words == window.words else { return }
            let isSame = entries.map(\.id) == window.found?.entries.map(\.id)
            if isSame { window.found?.entries = entries } else { window.found = HistoryWindow.Entries(entries, height: historyRows) }
        case .session(let entries, let id):
            // The user may have chosen another entry since, or have gone on typing.
            guard window.awaited?.id == id else { return }
            window.awaited = nil
            let before = entries.firstIndex { $0.id == id } ?? 0
            window.session = HistoryWindow.Entries(entries, selected: before, height: historyRows)
            window.session?.isPart = max(before, entries.count - before) >= HistoryWindow.mostBeside
        case .adding(let count): window.added = count
        case .upToDate(let prunable):
            window.added = nil
            window.prunable = prunable
        case .failed(let reason):
            window.trouble = reason
            window.added = nil
        }
        overlay = .history(window)
    }

    /// Delivers a link or event again. If secrets are masked in it, the user has to type them first.
    private mutating func replay(_ entry: HistoryEntry) -> [Effect] {
        guard entry.kind.isRecord else { return notify(.plain, "Only links and events can be delivered again.") }
        guard entry.isMasked else {
            overlay = nil
            return [.closeHistory, .deliver(Array(entry.text.utf8), .history)]
        }
        overlay = .writing(TextLine(entry.text, hasDots: true))
        notice = Notice(.plain, "A secret was masked when the link was kept: type it in place of the dots. Enter delivers.")
        return [.closeHistory]
    }

    private mutating func openSession(of entry: HistoryEntry) -> [Effect] {
        guard let path = entry.journal else { return notify(.bad, "The session cannot be opened: its journal is gone.") }
        overlay = nil
        return [.closeHistory, .openSession(path)]
    }
}
