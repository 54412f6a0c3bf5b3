/// Something that was seen or done in a session, as the history keeps it: with its secrets masked.
package struct HistoryEntry: Sendable, Hashable {
    /// The kinds of entries. The raw values are stored.
    package enum Kind: Int, Sendable, Hashable, CaseIterable {
        case link = 0
        case event = 1
        /// JSON that is neither a link nor an event.
        case other = 2
        /// The user opened a link, or returned to its referer.
        case navigation = 3
        /// A link was opened on a real device.
        case realDevice = 4
        /// A lookup of a link's page or of its association files has ended.
        case lookup = 5

        /// Whether the entry is a record that arrived, and not an act of the user or a lookup.
        package var isRecord: Bool { self == .link || self == .event || self == .other }

        /// The word for the kind on the command line and in JSON.
        package var word: String {
            switch self {
            case .link: "link"
            case .event: "event"
            case .other: "other"
            case .navigation: "navigation"
            case .realDevice: "device"
            case .lookup: "lookup"
            }
        }
    }

    package var id: Int64
    /// The ID of the session. The file name of the session's journal begins with this ID.
    package var session: String
    package var sessionName: String?
    /// The path of the session's journal; nil if the path is not known.
    package var journal: String?
    /// The number of the record in its session, from 0. If the entry is not a record, this is the record that it is about, or nil.
    package var record: Int?
    /// Milliseconds since 1970.
    package var time: Int64
    package var kind: Kind
    /// The source of the record, as the journal names it; `act` if the entry is not a record.
    package var source: String
    /// The text of the record, with its secrets masked.
    package var text: String
    /// Whether a secret was masked, so that the text is not what arrived.
    package var isMasked: Bool

    package init(
        id: Int64, session: String, sessionName: String?, journal: String? = nil, record: Int?, time: Int64, kind: Kind, source: String,
        text: String, isMasked: Bool
    ) {
        self.id = id
        self.session = session
        self.sessionName = sessionName
        self.journal = journal
        self.record = record
        self.time = time
        self.kind = kind
        self.source = source
        self.text = text
        self.isMasked = isMasked
    }
}

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
