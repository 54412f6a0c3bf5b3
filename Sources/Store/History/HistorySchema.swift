import GRDB
import Records

// One row for each entry, and one index of their words (FTS5). The index has no copy of the texts: it reads them from the rows. A journal is
// remembered by its ID, which renaming does not change, and by the offset up to which it has been read. Both are written in the transaction
// that adds the entries, so an entry is never added twice, even if several processes read the journal or one is killed.
//
// Only prefixes of one letter have an index of their own: so many words begin with one letter that a search would read most of the main
// index. For 100,000 entries, an index of the prefixes up to three letters takes 2.7 times as long to build and is twice as large, and
// searches are no faster.

enum HistorySchema {
    /// Marks the database as one of linkscope: "lksc".
    static let application = 0x6C6B_7363
    static let version = 3

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE session(
                    id INTEGER PRIMARY KEY,
                    journal TEXT NOT NULL UNIQUE,
                    name TEXT,
                    read INTEGER NOT NULL DEFAULT 0,
                    records INTEGER NOT NULL DEFAULT 0,
                    damaged INTEGER NOT NULL DEFAULT 0,
                    lost INTEGER NOT NULL DEFAULT 0);
                CREATE TABLE entry(
                    id INTEGER PRIMARY KEY,
                    session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
                    record INTEGER,
                    time INTEGER NOT NULL,
                    kind INTEGER NOT NULL,
                    source TEXT NOT NULL,
                    masked INTEGER NOT NULL,
                    text TEXT NOT NULL,
                    decoded TEXT NOT NULL);
                CREATE INDEX entry_session ON entry(session);
                \(words)
                CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
                    INSERT INTO entry_words(rowid, text, decoded) VALUES (new.id, new.text, new.decoded);
                END;
                CREATE TRIGGER entry_deleted AFTER DELETE ON entry BEGIN
                    INSERT INTO entry_words(entry_words, rowid, text, decoded) VALUES ('delete', old.id, old.text, old.decoded);
                END;
                PRAGMA application_id = \(application);
                PRAGMA user_version = \(version);
                """)
    }

    private static let words = """
        CREATE VIRTUAL TABLE entry_words USING fts5(
            text, decoded, content='entry', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1');
        """

    /// Changes a database of an older version. The triggers refer to the index by its name, so they stay.
    static func migrate(_ db: Database, from older: Int) throws {
        if older < 3 {
            // The decoded parts of a link had some of its secrets in the clear. They are read again from the stored text, whose secrets are
            // masked, because the journals no longer have every record.
            try db.execute(sql: "PRAGMA secure_delete = ON; DROP TABLE entry_words;")
            let reader = RecordReader()
            let link = HistoryEntry.Kind.link.rawValue
            let update = try db.makeStatement(sql: "UPDATE entry SET decoded = ? WHERE id = ?")
            for id in try Int64.fetchAll(db, sql: "SELECT id FROM entry WHERE kind = ?", arguments: [link]) {
                guard let text = try String.fetchOne(db, sql: "SELECT text FROM entry WHERE id = ?", arguments: [id]) else { continue }
                try update.execute(arguments: [EntryText(record: Array(text.utf8), reader).decoded, id])
            }
            try db.execute(sql: "\(words) INSERT INTO entry_words(entry_words) VALUES ('rebuild');")
        }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// What the header of a file says.
    enum Header: Equatable { case empty, current, older(Int), newer(Int), foreign, damaged }

    static func header(_ db: Database) throws -> Header {
        let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 == 0
        if isEmpty, application == 0, version == 0 { return .empty }
        return header(application, version)
    }

    private static func header(_ application: Int, _ version: Int) -> Header {
        guard application == Self.application else { return .foreign }
        return version > Self.version ? .newer(version) : version < Self.version ? .older(version) : .current
    }

    /// The number of bytes at the beginning of a file that tell what it is: SQLite's header, and the header of the page with the schema.
    static let headerSize = 108

    /// Reads the header without SQLite, which would leave files of its own beside the database.
    static func header(ofFile bytes: [UInt8]) -> Header {
        guard !bytes.isEmpty else { return .empty }
        guard bytes.count >= headerSize, bytes.starts(with: "SQLite format 3\0".utf8) else { return .damaged }
        let number = { (place: Int, count: Int) in bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        let (version, application, tables) = (number(60, 4), number(68, 4), number(103, 2))
        return tables == 0 && application == 0 && version == 0 ? .empty : header(application, version)
    }
}

/// Why the history cannot be used.
package struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Cause: Sendable, Hashable {
        /// A newer linkscope made the database. It is left untouched.
        case newer(Int)
        /// The file is a database of another program. It is left untouched.
        case foreign
        /// The file is not a database, or a part of it was overwritten.
        case damaged(String)
        /// Another process has been writing to the database for too long.
        case busy
        /// The folder or the file cannot be used, or the disk is full.
        case other(String)
    }

    package var path: String
    package var cause: Cause

    init(_ path: String, _ cause: Cause) {
        self.path = path
        self.cause = cause
    }

    init(_ path: String, _ reason: String) { self.init(path, .other(reason)) }

    init(_ path: String, _ error: any Error) {
        let failure = error as? DatabaseError
        switch failure?.resultCode {
        // The statements are always the same and fit the tables. They fail only if the tables or their rows have been changed.
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG:
            self.init(path, .damaged(failure?.message ?? "not a database"))
        case .SQLITE_BUSY: self.init(path, .busy)
        case .SQLITE_FULL: self.init(path, "the disk is full; nothing that was stored before is lost")
        case let code?: self.init(path, failure?.message ?? "SQLite error \(code)")
        case nil where error is RowDecodingError: self.init(path, .damaged("a value is not of the type of its column"))
        case nil: self.init(path, "\(error)")
        }
    }

    package var isDamage: Bool { if case .damaged = cause { true } else { false } }

    package var description: String {
        switch cause {
        case .newer(let version):
            "\(path) was made by a newer linkscope (version \(version) of the history): update linkscope, or move the file away"
        case .foreign: "\(path) is a database of another program: move it away"
        case .damaged(let reason): "\(path) is damaged (\(reason)). To build it again from the journals, run linkscope history rebuild"
        case .busy: "\(path) is being written by another linkscope: try again later"
        case .other(let reason): "\(path): \(reason)"
        }
    }
}

extension Row {
    /// Returns the value of a column. GRDB's subscript would end the program if a damaged row has no value of this type.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) has no value of its type")
        }
        return value
    }

    func optional<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let stored: DatabaseValue = self[column]
        return stored.isNull ? nil : try value(column)
    }
}
