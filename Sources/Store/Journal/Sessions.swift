package import Records

/// The journals of all sessions: listing them, naming them and deleting them.
///
/// The name of a session is part of the name of its journal, after `_`: `2026-11-21T01-00-07.123Z-4711_checkout.journal`.
package enum Sessions {
    /// Why a session could not be changed.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// A running inspector uses the session.
        case inUse
        /// The name has no letter and no digit.
        case emptyName
        case system(SystemError)

        package var description: String {
            switch self {
            case .inUse: "a running inspector uses this session"
            case .emptyName: "a name needs a letter or a digit"
            case .system(let error): error.reason
            }
        }
    }

    /// Returns all sessions that have entries, most recently changed first.
    ///
    /// - Parameter current: The path of the journal of this inspector.
    package static func all(in folder: String, current: String?) -> [SessionSummary] {
        journals(in: folder).compactMap { path in
            guard let file = try? OpenFile.regular(path, O_RDONLY | O_NOFOLLOW), let status = try? file.status(), status.size > 0 else {
                return nil
            }
            let use: SessionSummary.Use = path == current ? .current : isUsed(file) ? .other : .free
            return SessionSummary(
                path: path, name: name(of: path), changedAt: status.modifiedAt, size: status.size, use: use, first: firstRecord(of: file))
        }
    }

    /// Whether there is a session with entries, other than that of this inspector.
    ///
    /// - Parameter current: The path of the journal of this inspector.
    package static func isAny(in folder: String, current: String?) -> Bool {
        journals(in: folder).contains { $0 != current && size(of: $0) > 0 }
    }

    /// Gives a session a name. Characters other than letters and digits become hyphens.
    package static func rename(_ path: String, to name: String) throws(Problem) {
        let renamed = try self.path(path, named: name)
        let file = try unused(path)
        try failing(as: Problem.system, OpenFile.rename(path, to: renamed))
        file.unlock()
    }

    package static func delete(_ path: String) throws(Problem) {
        _ = try unused(path)
        _ = try failing(as: Problem.system, retrying("unlink") { unsafe unlink(path) })
    }

    /// Opens a session to continue it. The journal is locked until it is released, and the session is then the last one.
    package static func open(_ path: String) throws(Problem) -> SessionJournal {
        let opened = try failing(as: Problem.system, SessionJournal.open(path, writer: SystemFileWriter()))
        guard let opened else { throw .inUse }
        try failing(as: Problem.system, opened.file.touch())
        return opened
    }

    /// Opens the journal and locks it. The lock ends with the last reference.
    private static func unused(_ path: String) throws(Problem) -> OpenFile {
        let file = try failing(as: Problem.system, OpenFile.regular(path, O_RDONLY | O_NOFOLLOW))
        guard try failing(as: Problem.system, lock(file)) else { throw .inUse }
        return file
    }

    /// Locks a journal, unless a running inspector uses it. Returns whether the journal is locked.
    static func lock(_ file: OpenFile) throws(SystemError) -> Bool {
        // Another process that lists the sessions shares the lock for a moment, so that moment is waited for.
        for _ in 0..<1000 {
            if try file.lock(LOCK_EX) { return true }
            if isUsed(file) { return false }
            usleep(1000)
        }
        return false
    }

    /// Returns whether a running inspector uses a journal.
    static func isUsed(_ file: OpenFile) -> Bool {
        guard (try? file.lock(LOCK_SH)) == true else { return true }
        file.unlock()
        return false
    }

    // MARK: Names

    /// Returns the path of the journal of the session that a word names. The word is the name of the session, the name of its journal's
    /// file, or the beginning of the session's ID. If several sessions have the same name, the last changed one is meant. Returns nil if no
    /// session fits, or if the word is the beginning of several IDs.
    package static func path(of word: String, in folder: String) -> String? {
        let paths = journals(in: folder)
        let names = [word, try? kept(word)].compactMap(\.self)
        for name in names {
            if let path = paths.first(where: { self.name(of: $0) == name }) { return path }
        }
        let begun = word.isEmpty ? [] : paths.filter { id(of: $0).hasPrefix(word) || PathParts($0).name == word }
        return begun.first { id(of: $0) == word } ?? (begun.count == 1 ? begun[0] : nil)
    }

    /// Returns the name of a journal's file without the name of the session: when the session began, and in which process.
    package static func id(of path: String) -> Substring {
        PathParts(path).name.dropLast(ending.count).prefix { $0 != "_" }
    }

    /// Returns the names of the sessions that have one, most recently changed first.
    package static func names(in folder: String) -> [String] { journals(in: folder).compactMap(name) }

    /// Returns the paths of all journals in a folder, sorted by the time of their last write, newest first. The time in the name of a journal
    /// is the start of its session, which may have been continued later.
    package static func journals(in folder: String) -> [String] { journals(in: folder, FolderListing.names(in: folder)) }

    /// Returns the paths of all journals; nil if there is no folder. Unlike ``journals(in:)``, it fails if the folder cannot be read.
    package static func allJournals(in folder: String) throws(SystemError) -> [String]? {
        do throws(SystemError) {
            return journals(in: folder, try FolderListing.readNames(in: folder))
        } catch  where error.code == ENOENT {
            return nil
        }
    }

    private static func journals(in folder: String, _ names: [String]) -> [String] {
        let journals = names.filter { $0.hasSuffix(".journal") && !$0.hasPrefix(".") }
        let dated = journals.compactMap { name -> (path: String, time: Int64)? in
            let path = "\(folder)/\(name)"
            guard let status = try? FileStatus.of(path, followingLinks: false), status.kind == .regular else { return nil }
            return (path, status.modifiedAt)
        }
        return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }

    /// Returns the size of a journal in bytes; 0 if it cannot be read.
    package static func size(of path: String) -> Int64 { (try? FileStatus.of(path, followingLinks: false).size) ?? 0 }

    private static let ending = ".journal"

    /// Returns the name in the path of a journal; nil if the session has no name.
    package static func name(of path: String) -> String? {
        guard path.hasSuffix(ending) else { return nil }
        let file = PathParts(path).name.dropLast(ending.count)
        return file.firstIndex(of: "_").map { String(file[file.index(after: $0)...]) }
    }

    /// Returns a name as it is kept: with a hyphen in place of characters other than letters and digits.
    package static func kept(_ name: String) throws(Problem) -> String {
        let clean = name.prefix(60).split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        guard !clean.isEmpty else { throw .emptyName }
        return clean
    }

    /// Returns the path of a journal with another name.
    static func path(_ path: String, named name: String) throws(Problem) -> String {
        let clean = try kept(name)
        let parts = PathParts(path)
        return parts.folder + parts.name.dropLast(ending.count).prefix { $0 != "_" } + "_" + clean + ending
    }

    // MARK: The first record

    /// The number of bytes that are read of a journal for the list. The device with which a session begins comes before the first record.
    private static let head = 64 << 10

    private static func firstRecord(of file: OpenFile) -> [UInt8] {
        guard let bytes = try? file.bytes(at: 0, count: head) else { return [] }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            switch JournalLine.parse(line) {
            case (_, .record(_, _, let content))?: return Array(bytes[content])
            case (_, .file(let reference))?: return Array(reference.path.utf8)
            case (_, .act)?, nil: continue
            }
        }
        return []
    }
}
