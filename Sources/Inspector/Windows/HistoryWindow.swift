package import Panes
package import Records
package import Screen

/// The window in which the user searches all sessions, and looks at the session of an entry.
package struct HistoryWindow: Sendable, Equatable {
    package var line = TextLine()
    /// What was found for the words, with the newest first; nil until the first answer.
    package var found: Entries?
    /// The session of an entry, with the oldest entry first; nil while the search is shown.
    package var session: Entries?
    /// The entry whose session has been asked for; nil if no answer is awaited.
    package var awaited: HistoryEntry?
    /// The number of entries that have been added to the history so far, while it is being brought up to date; nil if it is up to date.
    package var added: Int?
    /// The number of sessions that `linkscope history prune` would delete.
    package var prunable = 0
    /// Why the history cannot be read.
    package var trouble: String?

    /// Entries from which the user chooses one.
    package struct Entries: Sendable, Equatable {
        package var entries: [HistoryEntry]
        package var cursor: ListCursor
        /// Whether the session may have more entries, because as many as were asked for were read before or after the chosen entry.
        package var isPart = false

        /// - Parameters:
        ///   - selected: The index of the selected entry.
        ///   - height: The number of rows for entries.
        init(_ entries: [HistoryEntry], selected: Int = 0, height: Int) {
            self.entries = entries
            cursor = ListCursor(count: entries.count, selected: selected)
            cursor.settle(height: height)
        }
    }

    var words: String { line.text }

    /// The entries that the window shows.
    package var shown: Entries? {
        get { session ?? found }
        set {
            if session == nil { found = newValue } else { session = newValue }
        }
    }

    var selected: HistoryEntry? { shown.flatMap { $0.entries[at: $0.cursor] } }

    /// The maximum number of entries that are asked for. A user who needs others adds a word instead of scrolling that far.
    package static let most = 200
    /// The maximum number of entries of a session that are asked for before the chosen entry, and also from the chosen entry on.
    package static let mostBeside = 500
}

/// News of a search in the history.
package enum HistoryNews: Sendable {
    /// The entries for these words.
    case found([HistoryEntry], words: String)
    /// The entries of a session around the entry with this number, with the oldest first.
    case session([HistoryEntry], around: Int64)
    /// The history is brought up to date, and this many entries were added.
    case adding(Int)
    /// The history has all entries. `linkscope history prune` would delete this many sessions.
    case upToDate(prunable: Int)
    case failed(String)
}
