import Records

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The session's journal: one file, only appended to, that has everything before it is acknowledged.
//
// It is written with `pwrite` at the end that is known to be whole. A write that fails half-way is cut off again; should that fail too, the
// next write goes to the same place, and a crash in between leaves a last line without a newline, which reopening cuts off: a record is
// acknowledged only after its newline is written. Nothing is forced to the platter (`fsync`): this guards against the program's crash, at
// 50,000 lines a second, not against a power cut.
//
// As long as an inspector lives it holds the file with `flock`; the system lets go of it, however the program ends.

/// The journal of one session, open for appending.
package struct SessionJournal: Sendable {
    package let path: String
    let file: OpenFile
    private let writer: any FileWriting
    /// All before this is whole lines.
    private(set) var end: Int64

    private init(path: String, file: OpenFile, end: Int64, writer: any FileWriting) {
        self.path = path
        self.file = file
        self.end = end
        self.writer = writer
    }

    /// Begins a journal, mode 0600, in the folder, which is made with mode 0700.
    package static func create(
        in folder: String,
        now: Int64 = WallClock.now(),
        writer: any FileWriting = SystemFileWriter()
    ) throws(JournalError) -> SessionJournal {
        do throws(Folders.Problem) {
            try Folders.makePrivate(folder)
        } catch {
            throw .folder(error)
        }
        let time = String(decoding: Timestamp.text(now), as: UTF8.self).replacing(":", with: "-")
        var path = ""
        do throws(SystemError) {
            // Two sessions that one process begins in one millisecond (tests do) get different names.
            for attempt in 0..<1000 {
                path = "\(folder)/\(time)-\(getpid())\(attempt == 0 ? "" : ".\(attempt)").journal"
                do throws(SystemError) {
                    let file = try OpenFile.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
                    _ = try retrying("flock") { flock(file.descriptor, LOCK_EX | LOCK_NB) }
                    return SessionJournal(path: path, file: file, end: 0, writer: writer)
                } catch  where error.code == EEXIST {
                    continue
                }
            }
            throw SystemError("open", code: EEXIST)
        } catch {
            throw .file(path: path, error)
        }
    }

    /// Takes a journal over; nil where a living inspector holds it, or nothing is in it.
    static func open(_ path: String, writer: any FileWriting) throws(SystemError) -> SessionJournal? {
        let file = try OpenFile.open(path, O_RDWR | O_NOFOLLOW)
        do throws(SystemError) {
            _ = try retrying("flock") { flock(file.descriptor, LOCK_EX | LOCK_NB) }
        } catch  where error.code == EWOULDBLOCK {
            return nil
        }
        let status = try file.status()
        guard status.kind == .regular, status.size > 0 else { return nil }
        let end = try wholeEnd(of: file, size: status.size)
        // Left uncut on a disk that refuses even this: the next append writes over it.
        if end < status.size { try? writer.truncate(file.descriptor, to: end) }
        return SessionJournal(path: path, file: file, end: end, writer: writer)
    }

    /// Appends whole lines, all or nothing; where they begin.
    package mutating func append(_ lines: [UInt8]) throws(JournalError) -> Int64 {
        let start = end
        var done = 0
        while done < lines.count {
            do throws(SystemError) {
                let count = try writer.write(lines.span.extracting(done...), at: start + Int64(done), to: file.descriptor)
                if count <= 0 { throw SystemError("write", code: EIO) }
                done += count
            } catch {
                try? writer.truncate(file.descriptor, to: start)
                throw .notWritten(path: path, error)
            }
        }
        end = start + Int64(lines.count)
        return start
    }

    /// Ends the session: another inspector may take the journal over. One that nothing was written to leaves no file behind.
    package func release() {
        if end == 0 { unsafe unlink(path) }
        // Those who still read records hold the file open, and with it the lock.
        flock(file.descriptor, LOCK_UN)
    }

    /// Where the last newline is, plus one: what follows is the line that a crash tore.
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
}
