/// A search of the history.
package struct HistoryQuery: Sendable, Hashable {
    /// The words to find, separated by spaces. An entry matches if, for each of these words, it contains a word that begins with this word.
    /// If there are no words, all entries match.
    package var words = ""
    /// Milliseconds since 1970.
    package var since: Int64?
    package var until: Int64?
    package var kinds: Set<HistoryEntry.Kind> = []
    /// The ID or the name of a session.
    package var session: String?
    package var limit = 100
    /// The ID of the last entry of the previous page: the search returns only older entries. Nil for the first page.
    package var before: Int64?

    package init() {}
}
