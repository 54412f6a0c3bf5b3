import Records

/// The state that the lock of `Records` protects: the journal, and the lines that wait to be written to it.
package struct RecordWriter: Sendable {
    /// A line that could not be written yet.
    private struct Pending: Sendable {
        var line: [UInt8]
        /// The record in the line, and the offset in the line at which its bytes begin.
        var record: (id: RecordID, start: Int)?
    }

    private var journal: SessionJournal?
    private var journalFile: RecordIndex.FileNumber?
    private var pending: [Pending] = []
    private var pendingBytes = 0
    private let memoryBudget: Int
    private(set) var failure: String?

    init(journal: SessionJournal?, memoryBudget: Int) {
        self.journal = journal
        self.memoryBudget = memoryBudget
        if self.journal == nil { failure = Self.noJournal }
    }

    private static let noJournal = "this session has no journal"

    var journalPath: String? { journal?.path }

    /// The number of records that could not be written yet. It is kept up to date, because a session without a journal holds all records and
    /// asks for the number after each.
    private(set) var heldCount = 0

    mutating func rename(to name: String) throws(Sessions.Problem) { try journal?.rename(to: name) }

    /// Writes the held lines, if that is possible now, and releases the journal.
    mutating func close(_ index: RecordIndex) {
        _ = flush(index)
        journal?.release()
        journal = nil
        failure = Self.noJournal
    }

    /// Returns the file number of the journal in the index, and adds the journal if necessary; nil if there is no journal.
    mutating func fileNumber(in index: RecordIndex) -> RecordIndex.FileNumber? {
        if let journalFile { return journalFile }
        guard let file = journal?.file, let path = journalPath else { return nil }
        journalFile = index.addFile(file, path: path)
        return journalFile
    }

    /// Writes whole lines, after the held lines, and returns their offset. If writing fails, returns nil, and `failure` has the reason.
    mutating func write(_ lines: [UInt8], index: RecordIndex) -> Int64? {
        guard flush(index), journal != nil else { return nil }
        do throws(JournalError) {
            let start = try journal?.append(lines)
            failure = nil
            return start
        } catch {
            failure = error.description
            return nil
        }
    }

    /// Returns whether `bytes` more bytes may be held in memory.
    func canHold(_ bytes: Int) -> Bool { pendingBytes + bytes <= memoryBudget }

    mutating func hold(_ line: [UInt8], record: (id: RecordID, start: Int)? = nil) {
        pending.append(Pending(line: line, record: record))
        pendingBytes += line.count
        if record != nil { heldCount += 1 }
    }

    /// Writes the held lines, oldest first. Returns whether all of them were written.
    mutating func flush(_ index: RecordIndex) -> Bool {
        guard !pending.isEmpty, journal != nil, let file = fileNumber(in: index) else { return pending.isEmpty }
        var done = 0
        defer {
            pendingBytes -= pending[..<done].reduce(0) { $0 + $1.line.count }
            heldCount -= pending[..<done].count { $0.record != nil }
            pending.removeFirst(done)
        }
        while done < pending.count {
            do throws(JournalError) {
                guard let start = try journal?.append(pending[done].line) else { return false }
                if let record = pending[done].record { index.settle(record.id, in: file, at: start + Int64(record.start)) }
                done += 1
            } catch {
                failure = error.description
                return false
            }
        }
        failure = nil
        return true
    }

    /// The journal and its size, for restoring an earlier session.
    var replayable: (file: OpenFile, end: Int64)? {
        journal.map { ($0.file, $0.end) }
    }
}
