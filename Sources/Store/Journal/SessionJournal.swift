import Records

// The session's journal is one append-only file. A record is written to the journal before it is acknowledged.
//
// Lines are written with `pwrite` at the end of the last complete line. If a write fails halfway, the partial data is removed. If the
// removal fails too, the next write starts at the same place. After a crash during a write, the last line of the file has no newline. This
// line is removed when the journal is reopened. No acknowledged record is lost, because a record is acknowledged only after its newline was
// written. A crash of the machine can lose the lines of the last 50 ms, because `JournalSync` brings lines to the disk in groups.
//
// A running inspector locks the file with `flock`. The system releases the lock when the program ends, even after a crash.

/// The journal of one session, open for appending.
package struct SessionJournal: Sendable {
    package private(set) var path: String
    let file: OpenFile
    private let writer: any FileWriting
    private let sync: JournalSync
    /// The end of the last complete line.
    private(set) var end: Int64
    /// The line that is written before the first one, so that a session without records leaves no journal.
    private let opening: [UInt8]

    private init(path: String, file: OpenFile, end: Int64, opening: [UInt8] = [], writer: any FileWriting) {
        self.path = path
        self.file = file
        self.end = end
        self.opening = opening
        self.writer = writer
        sync = JournalSync(file, writer)
    }

    /// Creates a journal with mode 0600. If its folder does not exist, creates the folder with mode 0700.
    ///
    /// - Parameter act: The act with which the session begins, as a JSON object without a newline.
    package static func create(
        in folder: String,
        beginningWith act: [UInt8]? = nil,
        now: Int64 = WallClock.now(),
        writer: any FileWriting = SystemFileWriter()
    ) throws(JournalError) -> SessionJournal {
        let opening = act.map { JournalLine.line(of: $0, time: now) } ?? []
        try failing(as: JournalError.folder, Folders.makePrivate(folder))
        let time = Timestamp.string(now).replacing(":", with: "-")
        var path = ""
        do throws(SystemError) {
            // The attempt number distinguishes sessions that one process starts within the same millisecond, as tests do.
            for attempt in 0..<1000 {
                path = "\(folder)/\(time)-\(getpid())\(attempt == 0 ? "" : ".\(attempt)").journal"
                do throws(SystemError) {
                    let file = try OpenFile.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
                    guard try Sessions.lock(file) else { throw SystemError("flock", code: EWOULDBLOCK) }
                    return SessionJournal(path: path, file: file, end: 0, opening: opening, writer: writer)
                } catch  where error.code == EEXIST {
                    continue
                }
            }
            throw SystemError("open", code: EEXIST)
        } catch {
            throw .file(path: path, error)
        }
    }

    /// Opens an existing journal. Returns nil if it is empty or a running inspector uses it.
    static func open(_ path: String, writer: any FileWriting) throws(SystemError) -> SessionJournal? {
        let file = try OpenFile.open(path, O_RDWR | O_NOFOLLOW)
        guard try Sessions.lock(file) else { return nil }
        let status = try file.status()
        guard status.kind == .regular, status.size > 0 else { return nil }
        let end = try wholeEnd(of: file, size: status.size)
        // If truncating fails, the next append overwrites the partial line.
        if end < status.size { try? writer.truncate(file.descriptor, to: end) }
        return SessionJournal(path: path, file: file, end: end, writer: writer)
    }

    /// Appends whole lines, all or none, and returns the offset of the first line.
    package mutating func append(_ lines: [UInt8]) throws(JournalError) -> Int64 {
        let start = end
        let isFirst = start == 0 && !opening.isEmpty
        let lines = isFirst ? opening + lines : lines
        do throws(SystemError) {
            try writer.writeAll(lines.span, at: start, to: file.descriptor)
        } catch {
            try? writer.truncate(file.descriptor, to: start)
            throw .notWritten(path: path, error)
        }
        end = start + Int64(lines.count)
        sync.noteWrite()
        return isFirst ? Int64(opening.count) : start
    }

    mutating func rename(to name: String) throws(Sessions.Problem) {
        let renamed = try Sessions.path(path, named: name)
        let old = path
        try failing(as: Sessions.Problem.system, OpenFile.rename(old, to: renamed))
        path = renamed
    }

    /// Ends the session and releases the lock, so another inspector can continue the journal. Removes a journal without entries.
    package func release() {
        sync.synchronize()
        if end == 0 { unsafe unlink(path) }
        // Code that still reads records keeps the file open, so the lock has to be released explicitly.
        file.unlock()
    }

    /// Returns the position after the last newline. Any data after this position is a line that a crash left incomplete.
    private static func wholeEnd(of file: OpenFile, size: Int64) throws(SystemError) -> Int64 {
        var end = size
        while end > 0 {
            let start = max(0, end - 65_536)
            let bytes = try file.bytes(at: start, count: Int(end - start))
            if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + Int64(newline) + 1 }
            end = start
        }
        return 0
    }

    /// Opens the newest non-empty journal in the folder that no running inspector uses.
    package static func continueNewest(
        in folder: String,
        writer: any FileWriting = SystemFileWriter()
    ) throws(JournalError) -> SessionJournal {
        guard (try? FileStatus.of(folder, followingLinks: false)) != nil else { throw .noSession(folder: folder) }
        try failing(as: JournalError.folder, Folders.checkPrivate(folder))
        for path in Sessions.journals(in: folder) {
            if let journal = try failing(as: { JournalError.file(path: path, $0) }, open(path, writer: writer)) { return journal }
        }
        throw .noSession(folder: folder)
    }
}
