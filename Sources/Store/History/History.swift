import GRDB
package import Records
import Secrets

// The database is built from the journals, so a damaged database is set aside and built again. Only records from files that have changed
// are lost.

/// What was seen and done in all sessions, in a database that can be searched.
package final class History: Sendable {
    package let path: String
    let database: DatabasePool
    let reader: RecordReader
    /// The path to which the damaged database was moved; nil if the database was not damaged.
    package let replaced: String?

    /// Opens the database in the state folder, or creates the database with mode 0600.
    package convenience init(state folder: String) throws(HistoryError) {
        do throws(Folders.Problem) { try Folders.makePrivate(folder) } catch { throw HistoryError(error.path, error.reason) }
        try self.init(path: folder + "/history.db")
    }

    private init(path: String, replaced: String) throws(HistoryError) {
        self.path = path
        self.replaced = replaced
        reader = RecordReader()
        database = try Self.open(path)
    }

    init(path: String, reader: RecordReader = RecordReader()) throws(HistoryError) {
        self.path = path
        self.reader = reader
        do throws(HistoryError) {
            database = try Self.open(path)
            replaced = nil
        } catch {
            guard case .damaged(let reason) = error.cause else { throw error }
            replaced = try Self.setAside(path, because: reason)
            database = try Self.open(path)
        }
    }

    private static func open(_ path: String) throws(HistoryError) -> DatabasePool {
        do {
            // SQLite gives its other files the mode of the database.
            try PrivateFile.create(path)
        } catch {
            throw HistoryError(path, "\(error)")
        }
        do {
            // The beginning of the file is checked before SQLite opens the file, so a database of another program stays as it is.
            try refuse(HistorySchema.header(ofFile: try PrivateFile.beginning(of: path, count: HistorySchema.headerSize)), path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
            let pool = try DatabasePool(path: path, configuration: configuration)
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

    private static func refuse(_ header: HistorySchema.Header, _ path: String) throws(HistoryError) {
        switch header {
        case .newer(let version): throw HistoryError(path, .newer(version))
        case .foreign: throw HistoryError(path, .foreign)
        case .damaged: throw HistoryError(path, .damaged("it does not begin like a database"))
        case .empty, .older, .current: break
        }
    }

    /// Renames a damaged database, so that the next one is built from the journals. Returns its new path.
    private static func setAside(_ path: String, because reason: String) throws(HistoryError) -> String {
        let time = String(decoding: Timestamp.text(WallClock.now()), as: UTF8.self).replacing(":", with: "-")
        let aside = "\(path).damaged-\(time)"
        do throws(SystemError) {
            try PrivateFile.rename(path, to: aside)
        } catch {
            throw HistoryError(path, "the file is damaged (\(reason)) and could not be renamed: \(error.reason)")
        }
        for ending in ["-wal", "-shm"] { PrivateFile.remove(path + ending) }
        return aside
    }

    /// Opens a history without entries, so that ``update(from:isCancelled:progress:)`` adds all of them from the journals. If the database
    /// is damaged in a way that opening did not detect, it is renamed.
    package static func cleared(state folder: String) throws(HistoryError) -> History {
        let history = try History(state: folder)
        do throws(HistoryError) {
            try history.write { db in try db.execute(sql: "DELETE FROM session") }
            return history
        } catch {
            guard case .damaged(let reason) = error.cause else { throw error }
            try? history.database.close()
            return try History(path: history.path, replaced: try setAside(history.path, because: reason))
        }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do { return try database.write(body) } catch { throw HistoryError(path, error) }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do { return try database.read(body) } catch { throw HistoryError(path, error) }
    }
}

extension History {
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
