import GRDB
import GRDBSQLite
package import Records
import Secrets

private import struct Foundation.CocoaError

// The database is built from the journals, so it can be built again. Only records from files that have changed are lost.

/// What was seen and done in all sessions, in a database that can be searched.
package final class History: Sendable {
    package let path: String
    let database: DatabasePool
    let reader = RecordReader()
    /// The path to which a damaged database was moved when this one took its place; nil if there was none.
    package let replaced: String?
    private let file: FileStatus

    /// Opens the database in the state folder, or creates the database with mode 0600.
    package convenience init(state folder: String) throws(HistoryError) { try self.init(path: try Self.path(in: folder)) }

    private init(path: String, replaced: String? = nil) throws(HistoryError) {
        self.path = path
        self.replaced = replaced
        // The database and its log must be those of one history, so no other process exchanges them while they are opened.
        (database, file) = try Self.locking(path, LOCK_SH) { () throws(HistoryError) in
            let pool = try Self.open(path)
            return (pool, try Self.failing(path) { () throws(SystemError) in try FileStatus.of(path, followingLinks: false) })
        }
    }

    private static func path(in folder: String) throws(HistoryError) -> String {
        do throws(Folders.Problem) { try Folders.makePrivate(folder) } catch { throw HistoryError(error.path, error.reason) }
        return folder + "/history.db"
    }

    /// Whether another process has built the history again, so that this one is no longer searched by others.
    package var isOutdated: Bool { (try? FileStatus.of(path, followingLinks: false))?.isSameFile(as: file) != true }

    private static func open(_ path: String) throws(HistoryError) -> DatabasePool {
        do {
            // SQLite gives its other files the mode of the database.
            try PrivateFile.create(path)
            // The beginning of the file is checked before SQLite opens the file, so a database of another program stays as it is.
            try refuse(HistorySchema.header(ofFile: try PrivateFile.beginning(of: path, count: HistorySchema.headerSize)), path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            // The connections for reading and for writing are opened here and stay open. One that is opened later could be that of another
            // database, which has taken the place of this one.
            configuration.maximumReaderCount = 1
            configuration.persistentReadOnlyConnections = true
            configuration.prepareDatabase { db in
                try keepLog(db)
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            let pool = try Self.pool(path, configuration)
            // Usually the database is current. Then this read is enough, and there is no need to wait for another process that writes.
            if try pool.read(HistorySchema.header) == .current { return pool }
            try pool.write { db in
                // The transaction sees all that another process has written since the first check, even what is only in the log file yet.
                let header = try HistorySchema.header(db)
                try refuse(header, path)
                if case .empty = header { try HistorySchema.create(db) }
                if case .older(let version) = header { try HistorySchema.migrate(db, from: version) }
            }
            // What a migration has removed is still in the database until the log file is copied into it. Others may be reading the database.
            _ = try? pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
            return pool
        } catch let error as HistoryError {
            throw error
        } catch {
            throw HistoryError(path, error)
        }
    }

    /// Lets SQLite's log stay when the database is closed. SQLite deletes the log by its name, and after the history has been built again, that
    /// is the name of the log of the new database.
    private static func keepLog(_ db: Database) throws {
        var keeps: CInt = 1
        // SQLite writes to the variable only during the call.
        let code = unsafe sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &keeps)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Opens the database with GRDB, which looks whether SQLite's log exists and then at its size. If the last other process closes the
    /// database between the two, the log is gone, which says nothing about the database.
    private static func pool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        for _ in 1..<10 {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile {}
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    private static func refuse(_ header: HistorySchema.Header, _ path: String) throws(HistoryError) {
        switch header {
        case .newer(let version): throw HistoryError(path, .newer(version))
        case .foreign: throw HistoryError(path, .foreign)
        case .damaged: throw HistoryError(path, .damaged("it does not begin like a database"))
        case .empty, .older, .current: break
        }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do { return try database.write(body) } catch { throw HistoryError(path, error) }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do { return try database.read(body) } catch { throw HistoryError(path, error) }
    }

    /// Closes the database when all of it is in its file, and not in its log.
    func close() throws(HistoryError) {
        do {
            _ = try database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
            try database.close()
        } catch {
            throw HistoryError(path, error)
        }
    }

    /// Builds the history again from the journals, and returns it with what was added. Returns nil if it was cancelled.
    ///
    /// The new database has a name of its own until it is complete, and until then everybody uses the old one. A damaged database is renamed
    /// and kept. If another process builds the history again, this waits, and then uses what the other process has built.
    package static func rebuilt(
        state folder: String, from journals: String, isCancelled: () -> Bool = { false }, progress: (Update) -> Void = { _ in }
    ) throws(HistoryError) -> (history: History, update: Update)? {
        let path = try path(in: folder)
        let old = try? FileStatus.of(path, followingLinks: false)
        let turn = try failing(path) { () throws(SystemError) in
            let turn = try OpenFile.regular(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW)
            try turn.waitForLock(LOCK_EX)
            return turn
        }
        defer { turn.unlock() }
        if let old, let now = try? FileStatus.of(path, followingLinks: false), !now.isSameFile(as: old) {
            let history = try History(path: path)
            return (history, try history.update(from: journals, isCancelled: isCancelled, progress: progress))
        }
        if let bytes = try? PrivateFile.beginning(of: path, count: HistorySchema.headerSize) {
            do { try refuse(HistorySchema.header(ofFile: bytes), path) } catch  where error.isDamage {}
        }
        let new = path + ".new"
        removeDatabase(new)
        let history = try History(path: new)
        let update = try history.update(from: journals, isCancelled: isCancelled, progress: progress)
        try history.close()
        defer { removeDatabase(new) }
        if isCancelled() { return nil }
        let aside = old != nil && !isSound(path) ? damagedName(path) : nil
        try exchange(path, for: new, aside: aside)
        return (try History(path: path, replaced: aside), update)
    }

    private static func exchange(_ path: String, for new: String, aside: String?) throws(HistoryError) {
        let gone = path + ".old"
        try locking(path, LOCK_EX) { () throws(HistoryError) in
            try failing(path) { () throws(SystemError) in
                // Without its database, SQLite ignores a log. The log of the old database must never be one of the new one.
                do throws(SystemError) { try OpenFile.rename(path, to: aside ?? gone) } catch  where error.code == ENOENT {}
                for ending in logs { PrivateFile.remove(path + ending) }
                try OpenFile.rename(new, to: path)
            }
        }
        PrivateFile.remove(gone)
    }

    private static func damagedName(_ path: String) -> String {
        "\(path).damaged-\(Timestamp.string(WallClock.now()).replacing(":", with: "-"))"
    }

    private static func isSound(_ path: String) -> Bool {
        guard let history = try? History(path: path) else { return false }
        defer { try? history.close() }
        return (try? history.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") }) == "ok"
    }

    /// The endings of the files that SQLite has beside a database.
    private static let logs = ["-wal", "-shm"]

    private static func removeDatabase(_ path: String) {
        for ending in [""] + logs { PrivateFile.remove(path + ending) }
    }

    /// Runs `body` while the folder of the database is locked: shared by those who open the database, exclusively by who exchanges it.
    private static func locking<Value>(
        _ path: String, _ kind: Int32, _ body: () throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value {
        let folder = try failing(path) { () throws(SystemError) in
            let folder = try OpenFile.open(PathParts(path).openableFolder, O_RDONLY | O_DIRECTORY)
            try folder.waitForLock(kind)
            return folder
        }
        defer { folder.unlock() }
        return try body()
    }

    private static func failing<Value>(_ path: String, _ body: () throws(SystemError) -> Value) throws(HistoryError) -> Value {
        do throws(SystemError) { return try body() } catch { throw HistoryError(path, error.reason) }
    }

    /// Returns the record of an entry without its secrets: the bytes before, between and after them. The user types the secrets again.
    ///
    /// The bytes are those in the session's journal or in the file that the record came from. If the record is no longer there, they are
    /// those of the stored text. Returns nil if that text does not have all bytes of the record.
    ///
    /// - Parameter folder: The folder of the journals.
    package func parts(of entry: HistoryEntry, in folder: String) -> [[UInt8]]? {
        if let record = record(of: entry, in: folder) { return Self.parts(of: record, without: Secrets.ranges(in: record)) }
        guard EntryText.isWhole(entry.text) else { return nil }
        let text = Array(entry.text.utf8)
        // A bullet in a text without secrets is a part of the text.
        return Self.parts(of: text, without: entry.isMasked ? Self.masks(in: text) : [])
    }

    /// Returns the record of an entry as it arrived; nil if it is gone or has changed.
    private func record(of entry: HistoryEntry, in folder: String) -> [UInt8]? {
        guard let number = entry.record, let path = Sessions.journals(in: folder).first(where: { Sessions.id(of: $0) == entry.session }),
            var tail = try? JournalTail(path, from: 0, reader: reader), let record = try? tail.record(number),
            EntryText(record: record, reader).text == entry.text
        else { return nil }
        return record
    }

    private static func parts(of bytes: [UInt8], without secrets: [Range<Int>]) -> [[UInt8]] {
        zip([0] + secrets.map(\.upperBound), secrets.map(\.lowerBound) + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    /// Returns the places of the masked secrets in a text.
    private static func masks(in text: [UInt8]) -> [Range<Int>] {
        let mask = Array("•".utf8)
        let starts = text.indices.dropLast(mask.count - 1).filter { text[$0..<$0 + mask.count].elementsEqual(mask) }
        var masks = starts.map { $0..<$0 + mask.count }
        masks.joinOverlapping()
        return masks
    }
}
