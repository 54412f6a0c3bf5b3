/// What is looked for in the history.
package struct HistoryQuery: Sendable, Hashable {
    /// Words that an entry must have, each as the beginning of a word. Empty for all entries.
    package var words = ""
    /// Milliseconds since 1970.
    package var since: Int64?
    package var until: Int64?
    package var kinds: Set<HistoryEntry.Kind> = []
    /// The ID or the name of a session.
    package var session: String?
    package var limit = 100
    /// Only entries before this one, which was the last one of the page before.
    package var before: Int64?

    package init() {}
}
