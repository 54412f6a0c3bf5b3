import GRDB

@testable import Store

/// A database that the history did not make.
enum TestDatabase {
    static func make(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try queue.close()
    }

    static func version(_ path: String) throws -> Int? {
        try DatabaseQueue(path: path).read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
    }
}

extension History {
    /// Changes the writing connection.
    func execute(_ sql: String) throws { try write { db in try db.execute(sql: sql) } }
}
