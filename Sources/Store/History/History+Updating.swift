import GRDB
import JSONDocument
import Records

extension History {
    /// What an update has done.
    package struct Update: Sendable, Hashable {
        package var entries = 0
        /// The number of journal lines that could not be read.
        package var damaged = 0
        /// The number of records that could not be read because their file has changed or is gone.
        package var lost = 0
        /// The number of journals that could not be read. Their entries stay as they are.
        package var unreadable = 0

        package init() {}

        mutating func add(_ other: Update) {
            entries += other.entries
            damaged += other.damaged
            lost += other.lost
            unreadable += other.unreadable
        }
    }

    /// Adds the new entries of all journals in a folder.
    ///
    /// Other processes may do the same at the same time: each takes the next part of a journal in a transaction of its own.
    ///
    /// - Parameters:
    ///   - isCancelled: Called between parts; if it returns true, the update stops and keeps what it has added.
    ///   - progress: Called after each part.
    package func update(
        from folder: String, isCancelled: () -> Bool = { false }, progress: (Update) -> Void = { _ in }
    ) throws(HistoryError) -> Update {
        var update = Update()
        let found: [String]?
        do throws(SystemError) { found = try Sessions.allJournals(in: folder) } catch { throw HistoryError(folder, error.reason) }
        // If the whole folder is missing, the entries are kept: users delete single sessions, and a missing folder may come back.
        guard let paths = found else { return update }
        try forget(allBut: Set(paths.map { String(Sessions.id(of: $0)) }))
        // The oldest session comes first, so that the entries are in the order of their time as far as possible.
        for path in paths.sorted(by: { Sessions.id(of: $0) < Sessions.id(of: $1) }) {
            guard !isCancelled() else { break }
            try add(path, to: &update, isCancelled, progress)
        }
        return update
    }

    /// Removes the sessions whose journal is gone. A user who deletes a session deletes it from the history too.
    private func forget(allBut journals: Set<String>) throws(HistoryError) {
        let gone = try read { db in try String.fetchAll(db, sql: "SELECT journal FROM session") }.filter { !journals.contains($0) }
        for journal in gone {
            try write { db in try db.execute(sql: "DELETE FROM session WHERE journal = ?", arguments: [journal]) }
        }
    }

    private func add(_ path: String, to update: inout Update, _ isCancelled: () -> Bool, _ progress: (Update) -> Void) throws(HistoryError)
    {
        let id = String(Sessions.id(of: path))
        let size = Sessions.size(of: path)
        let known: (read: Int64, name: String?)? = try read { db in
            try Row.fetchOne(db, sql: "SELECT read, name FROM session WHERE journal = ?", arguments: [id])
                .map { (try $0.value("read"), try $0.optional("name")) }
        }
        let name = Sessions.name(of: path)
        if let known, known.name != name {
            try write { db in try db.execute(sql: "UPDATE session SET name = ? WHERE journal = ?", arguments: [name, id]) }
        }
        let read = known?.read ?? 0
        // A journal only grows. If its end is lost, what is appended to it later would never be found.
        if size > 0, read > size { throw HistoryError(self.path, .damaged("it has read more of \(id) than there is")) }
        guard size > read else { return }
        var isMore = true
        while isMore, !isCancelled() {
            let part: Update
            (part, isMore) = try write { db in try self.addPart(of: path, id, db) }
            update.add(part)
            progress(update)
        }
    }

    /// Adds the next part of a journal. The transaction holds the offset, so no other process adds the same part.
    private func addPart(of path: String, _ journal: String, _ db: Database) throws -> (part: Update, isMore: Bool) {
        try db.execute(
            sql: "INSERT INTO session(journal, name) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [journal, Sessions.name(of: path)])
        guard let row = try Row.fetchOne(db, sql: "SELECT id, read, records FROM session WHERE journal = ?", arguments: [journal]) else {
            return (Update(), false)
        }
        let session: Int64 = try row.value("id")
        var number: Int = try row.value("records")
        let start: Int64 = try row.value("read")
        var part = Update()
        // The user may delete a session at any time.
        guard var tail = try? JournalTail(path, from: start, reader: reader), let entries = try? tail.next() else {
            part.unreadable = 1
            return (part, false)
        }
        guard !entries.isEmpty else { return (part, false) }
        let insert = try db.cachedStatement(
            sql: "INSERT INTO entry(session, record, time, kind, source, masked, text, decoded) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        func add(_ bytes: [UInt8], _ source: String, _ time: Int64) throws {
            let text = EntryText(record: bytes, reader)
            try insert.execute(arguments: [session, number, time, text.kind.rawValue, source, text.isMasked, text.text, text.decoded])
            number += 1
            part.entries += 1
        }
        for entry in entries {
            switch entry.content {
            case .record(let source, let bytes): try add(bytes, source.rawValue, entry.time)
            case .file(let records?, _): for record in records { try add(record, RecordSource.file.rawValue, entry.time) }
            case .file(nil, let count):
                number += count
                part.lost += count
            case .act(let json):
                guard let text = EntryText(act: json) else { continue }
                try insert.execute(arguments: [session, text.record, entry.time, text.kind.rawValue, "act", text.isMasked, text.text, ""])
                part.entries += 1
            case .damaged: part.damaged += 1
            }
        }
        try db.execute(
            sql: "UPDATE session SET read = ?, records = ?, damaged = damaged + ?, lost = lost + ? WHERE id = ?",
            arguments: [tail.offset, number, part.damaged, part.lost, session])
        return (part, true)
    }
}
