import GRDB

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
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self.init(path, .damaged(failure?.message ?? "not a database"))
        // The tables of the database are always there, unless another program has removed them.
        case .SQLITE_ERROR where failure?.message?.hasPrefix("no such table") == true: self.init(path, .damaged(failure?.message ?? ""))
        case .SQLITE_BUSY: self.init(path, .busy)
        case .SQLITE_FULL: self.init(path, "the disk is full; nothing that was stored before is lost")
        case let code?: self.init(path, failure?.message ?? "SQLite error \(code)")
        case nil: self.init(path, "\(error)")
        }
    }

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
