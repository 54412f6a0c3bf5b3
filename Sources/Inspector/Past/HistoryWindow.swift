package import Records

/// The window in which the user searches all sessions.
package struct HistoryWindow: Sendable, Equatable {
    package var line = TextLine()
    /// What was found for the words, with the newest first; nil until the first answer.
    package var entries: [HistoryEntry]?
    package var cursor = ListCursor()
    /// How many entries have been added to the history so far, while it is being brought up to date; nil if it is.
    package var added: Int?
    /// The number of sessions that `linkscope history prune` would delete.
    package var prunable = 0
    /// Why the history cannot be read.
    package var trouble: String?

    var words: String { line.text }

    var selected: HistoryEntry? {
        guard let entries, entries.indices.contains(cursor.selected) else { return nil }
        return entries[cursor.selected]
    }

    /// The most entries that are asked for. A user adds a word rather than to scroll that far.
    package static let most = 200
}

/// News of a search in the history.
package enum HistoryNews: Sendable {
    /// The entries for these words.
    case found([HistoryEntry], words: String)
    /// The history is brought up to date, and this many entries were added.
    case adding(Int)
    /// The history has all entries. `linkscope history prune` would delete this many sessions.
    case upToDate(prunable: Int)
    case failed(String)
}
