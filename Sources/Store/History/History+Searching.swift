import Bytes
import GRDB
package import Records

extension History {
    /// Returns the entries that match a query, with the newest first.
    package func search(_ query: HistoryQuery) throws(HistoryError) -> [HistoryEntry] {
        var conditions: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        let pattern = Self.pattern(query.words)
        // The index has no words without a letter or digit, so a search for nothing else finds nothing.
        if pattern == nil, query.words.contains(where: { !$0.isWhitespace }) { return [] }
        func require(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
            conditions.append(condition)
            arguments += values
        }
        if let pattern { require("entry_words MATCH ?", pattern) }
        if let since = query.since { require("entry.time >= ?", since) }
        if let until = query.until { require("entry.time < ?", until) }
        if !query.kinds.isEmpty {
            require("entry.kind IN (\(query.kinds.map { String($0.rawValue) }.sorted().joined(separator: ",")))")
        }
        if let session = query.session { require("session.journal = ? OR session.name = ?", session, session) }
        if let before = query.before { require("entry.id < ?", before) }
        arguments.append(max(query.limit, 0))
        // In the order of its own row IDs, the index goes through the entries from the newest on and stops at the limit. In another order,
        // it would read all matches.
        let (join, order) = pattern == nil ? ("", "entry.id") : ("JOIN entry_words ON entry_words.rowid = entry.id", "entry_words.rowid")
        let filter = conditions.isEmpty ? "" : "WHERE (" + conditions.joined(separator: ") AND (") + ")"
        return try entries("\(join) \(filter) ORDER BY \(order) DESC LIMIT ?", StatementArguments(arguments))
    }

    private func entries(_ conditions: String, _ arguments: StatementArguments) throws(HistoryError) -> [HistoryEntry] {
        try read { db in
            try Row.fetchAll(db, sql: "\(Self.columns) \(conditions)", arguments: arguments).compactMap { try Self.entry($0) }
        }
    }

    private static let columns = """
        SELECT entry.id, entry.record, entry.time, entry.kind, entry.source, entry.masked, entry.text, session.journal, session.name
        FROM entry JOIN session ON session.id = entry.session
        """

    package func entry(_ id: Int64) throws(HistoryError) -> HistoryEntry? {
        try entries("WHERE entry.id = ?", [id]).first
    }

    /// Returns the next entries after the entry with the ID `id`, with the oldest first; an empty array after the last entry.
    package func entries(after id: Int64, of session: String?, limit: Int = 1000) throws(HistoryError) -> [HistoryEntry] {
        let conditions = "WHERE entry.id > ? AND (? IS NULL OR session.journal = ? OR session.name = ?) ORDER BY entry.id LIMIT ?"
        return try entries(conditions, [id, session, session, session, limit])
    }

    package func has(session: String) throws(HistoryError) -> Bool {
        try read { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM session WHERE journal = ? OR name = ?", arguments: [session, session]) ?? false
        }
    }

    private static func entry(_ row: Row) throws -> HistoryEntry? {
        // A later version of the same schema may have more kinds.
        guard let kind = HistoryEntry.Kind(rawValue: try row.value("kind")) else { return nil }
        return HistoryEntry(
            id: try row.value("id"), session: try row.value("journal"), sessionName: try row.optional("name"),
            record: try row.optional("record"), time: try row.value("time"), kind: kind, source: try row.value("source"),
            text: try row.value("text"), isMasked: try row.value("masked"))
    }

    /// Returns the FTS5 pattern that requires each typed word as a prefix. Words after the first 32 are ignored, and long words are cut.
    /// Returns nil if no word has a letter or a digit.
    static func pattern(_ words: String) -> String? {
        let words = words.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
        guard !words.isEmpty else { return nil }
        return words.prefix(mostWords).map { "\"" + $0.prefix(longestWord).escaping(["\"": "\"\""]) + "\"*" }.joined(separator: " ")
    }

    private static let mostWords = 32
    private static let longestWord = 200

    package struct SessionRow: Sendable, Hashable {
        package var id: String
        package var name: String?
        package var records: Int
        package var entries: Int
        /// Milliseconds since 1970.
        package var began: Int64?
        package var ended: Int64?
        package var damaged: Int
        package var lost: Int
    }

    /// Returns all sessions, with the newest first.
    package func sessions() throws(HistoryError) -> [SessionRow] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT journal, name, records, damaged, lost, count(entry.id) AS entries, min(time) AS began, max(time) AS ended
                    FROM session LEFT JOIN entry ON entry.session = session.id GROUP BY session.id ORDER BY journal DESC
                    """
            ).map { row in
                SessionRow(
                    id: try row.value("journal"), name: try row.optional("name"), records: try row.value("records"),
                    entries: try row.value("entries"), began: try row.optional("began"), ended: try row.optional("ended"),
                    damaged: try row.value("damaged"), lost: try row.value("lost"))
            }
        }
    }
}
