import Records
import Screen

// The window that searches all sessions. The history is read outside `State`. The first answer comes from what it has, and another one when
// it has been brought up to date.

extension State {
    /// Handles `H`: searches all sessions.
    mutating func startSearchingHistory(_ words: String = "") -> [Effect] {
        let window = HistoryWindow(line: TextLine(words))
        overlay = .history(window)
        return [.searchHistory(words: words, isFirst: true)]
    }

    mutating func press(_ key: Key, in window: HistoryWindow) -> [Effect]? {
        var window = window
        switch key {
        case .control("z"), .control("l"): return nil
        case .escape:
            overlay = nil
            return [.closeHistory]
        case .enter: return window.selected.map { replay($0) } ?? []
        case .control("o"): return window.selected.map { openSession(of: $0) } ?? []
        case .up, .down, .pageUp, .pageDown:
            window.cursor = moved(window.cursor, by: key, height: historyRows) ?? window.cursor
        default:
            let before = window.words
            guard window.line.edit(key) else { return [] }
            overlay = .history(window)
            return window.words == before ? [] : [.searchHistory(words: window.words, isFirst: false)]
        }
        overlay = .history(window)
        return []
    }

    /// The number of rows for entries. The first row is for the words, and the last one for the selected entry.
    var historyRows: Int { max(windowPlace.rows - HistoryView.otherRows, 1) }

    mutating func receive(_ news: HistoryNews) {
        guard case .history(var window)? = overlay else { return }
        switch news {
        case .found(let entries, let words):
            // An answer to earlier words would only flicker.
            guard words == window.words else { return }
            let isSame = entries.map(\.id) == window.entries?.map(\.id)
            window.entries = entries
            if isSame { break }
            window.cursor = ListCursor(count: entries.count)
            window.cursor.settle(height: historyRows)
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

    /// Delivers a link or event again. One with masked secrets is first completed by the user.
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
