import Bytes
import Records
import Synchronization

/// A regular file that a reopened session was reading, and the offset up to which it was read. `FileSource` can continue at this offset.
package struct ReopenedFile: Sendable {
    package let path: String
    let file: OpenFile
    let number: RecordIndex.FileNumber
    let inode: UInt64
    /// The end of the part that is as the session has read it. What comes after it is new.
    fileprivate(set) var end: Int64 = 0
}

/// A summary of the content of a reopened journal.
package struct ReopenedSession: Sendable {
    package var records = 0
    package var acts = 0
    /// The number of lines that this version cannot parse. Such lines are skipped.
    package var damaged = 0
    /// The number of records whose file was changed or removed. These records keep their numbers but cannot be read.
    package var lost = 0
    package var files: [ReopenedFile] = []
}

extension Records {
    /// Restores the content of the journal. Batches and acts are reported in their original order, and every record keeps its number. Call
    /// this once, before anything is appended, with a journal from `SessionJournal.continueNewest` or `Sessions.open`.
    ///
    /// - Parameter act: An act that comes after all others, as a JSON object without a newline. It is reported and added to the journal.
    package func reopen(then act: [UInt8]? = nil) throws(JournalError) -> ReopenedSession {
        let session = try restore()
        if let act {
            let time = now()
            outbox?.put(act: act, at: time, numbers: RecordNumbers())
            note(act: act, at: time)
        }
        return session
    }

    private func restore() throws(JournalError) -> ReopenedSession {
        try writer.withLock { writer throws(JournalError) in
            guard let (file, end) = writer.replayable, let path = writer.journalPath, let number = writer.fileNumber(in: index) else {
                return ReopenedSession()
            }
            do throws(SystemError) {
                var replay = JournalReplay(index: index, outbox: outbox, reader: reader, journal: number) { [self] in enter($0) }
                try replay.run(file, end: end)
                return replay.session
            } catch {
                throw .file(path: path, error)
            }
        }
    }

    /// Numbers records that are read again, and passes them to the program. Returns the number of the first one; nil if the index is full.
    ///
    /// The writer must be locked, so that no record from elsewhere gets a number between these, or is passed before them.
    private func enter(_ again: ReplayedRecords) -> RecordID? {
        guard index.hasRoom(for: again.count) else { return nil }
        var first: RecordID?
        var start = 0
        while start < again.count {
            let time = again.times[start]
            let end = again.times[start...].firstIndex { $0 != time } ?? again.count
            let id = index.append(again.places[start..<end], in: again.file, source: again.source, at: time)
            if first == nil { first = id }
            start = end
        }
        guard let first else { return nil }
        outbox?.put(records: RecordBatch(first: first, again.facts, source: again.source, isReopened: true))
        return first
    }

    /// Numbers records that are replayed while others arrive, and passes them to the program.
    func enterAmongOthers(_ again: ReplayedRecords) -> RecordID? { writer.withLock { _ in enter(again) } }
}

/// Records that are read again, one after the other from the same source and file.
struct ReplayedRecords {
    var source: RecordSource
    var file: RecordIndex.FileNumber
    var places: [RecordPlace] = []
    /// When each record arrived.
    var times: [Int64] = []
    var facts = RecordFacts()

    var count: Int { places.count }
}

/// The timing of a replay.
protocol ReplayPace {
    /// Returns whether an entry with this time is due.
    func isDue(_ time: Int64) -> Bool
    /// Waits until an entry with this time is due. Returns false if the replay was cancelled.
    func wait(until time: Int64) -> Bool
    /// Reports how much of the journal has been replayed, from 0 to 1.
    func progress(_ share: Double)
}

/// One pass through a journal.
struct JournalReplay {
    private let index: RecordIndex
    private let outbox: (any Outbox)?
    private let reader: RecordReader
    private let journal: RecordIndex.FileNumber
    /// Nil restores everything at once.
    private let pace: (any ReplayPace)?
    private(set) var isCancelled = false
    private(set) var session = ReopenedSession()
    /// The numbers of the records that were replayed so far.
    private(set) var numbers = RecordNumbers()
    /// Records of the journal that have no number yet.
    private var waiting: ReplayedRecords?
    private var references: [ExactString: ReopenedFile] = [:]
    /// Numbers records and passes them to the program.
    private let enter: (ReplayedRecords) -> RecordID?

    init(
        index: RecordIndex, outbox: (any Outbox)?, reader: RecordReader, journal: RecordIndex.FileNumber, pace: (any ReplayPace)? = nil,
        enter: @escaping (ReplayedRecords) -> RecordID?
    ) {
        self.index = index
        self.outbox = outbox
        self.reader = reader
        self.journal = journal
        self.pace = pace
        self.enter = enter
    }

    mutating func run(_ file: OpenFile, end: Int64) throws(SystemError) {
        var buffer = LineBuffer(limit: RecordLimits.kept + 64, capacity: Int(min(max(end, 1), 1 << 20)), isText: false)
        while buffer.readOffset < end {
            if try buffer.read(from: file, before: end) == 0 { break }
            while !isCancelled, let line = buffer.nextLine() {
                restore(line, buffer)
                pace?.progress(Double(buffer.offset(of: line)) / Double(end))
            }
            if isCancelled { return }
        }
        flush()
        session.files = references.values.sorted { $0.path < $1.path }
    }

    private mutating func restore(_ line: LineBuffer.Line, _ buffer: LineBuffer) {
        let bytes = buffer.bytes[line.range]
        let parsed = JournalLine.parse(bytes)
        if let pace, let time = parsed?.time, !pace.isDue(time) {
            flush()
            guard pace.wait(until: time) else {
                isCancelled = true
                return
            }
        }
        switch parsed {
        case nil:
            session.damaged += 1
        case (let time, .act(let content))?:
            flush()
            session.acts += 1
            outbox?.put(act: Array(buffer.bytes[content]), at: time, numbers: numbers)
        case (let time, .file(let reference))?:
            flush()
            restore(reference, at: time)
        case (let time, .record(let source, let isCut, let content))?:
            let offset = buffer.offset(of: line) + Int64(content.lowerBound - line.range.lowerBound)
            let place = RecordPlace(offset: offset, length: content.count, isCut: isCut || line.isCut)
            restore(place, buffer.bytes[content], source, at: time)
        }
    }

    private mutating func restore(_ place: RecordPlace, _ bytes: ArraySlice<UInt8>, _ source: RecordSource, at time: Int64) {
        if let waiting, waiting.source != source || waiting.count >= RecordLimits.together { flush() }
        if waiting == nil { waiting = ReplayedRecords(source: source, file: journal) }
        let kind = RecordKind(of: bytes.span) ?? .other
        let link = kind == .link ? reader.content(of: Array(bytes)) : nil
        waiting?.facts.add(bytes, kind, link: link, offset: Int(place.offset))
        waiting?.places.append(place)
        waiting?.times.append(time)
    }

    private mutating func flush() {
        guard let waiting else { return }
        if add(waiting) { session.records += waiting.count }
        self.waiting = nil
    }

    /// Adds records. Returns false if the session is full.
    @discardableResult
    private mutating func add(_ again: ReplayedRecords) -> Bool {
        guard let first = enter(again) else { return false }
        numbers.append(first, count: again.count)
        return true
    }

    /// Restores the records in a range of a file by scanning it again. If the file has changed, the records count as lost.
    private mutating func restore(_ reference: FileReference, at time: Int64) {
        session.records += reference.records
        let times = [Int64](repeating: time, count: reference.records)
        if let opened = opened(reference), let found = FileScanner.scan(opened.file, reference, reader) {
            references[ExactString(reference.path)]?.end = reference.end
            add(ReplayedRecords(source: .file, file: opened.number, places: found.places, times: times, facts: found.facts))
            return
        }
        session.lost += reference.records
        let number = index.addFile(nil, path: reference.path, loss: "is a different file now")
        let nowhere = RecordPlace(offset: 0, length: 0, isCut: false)
        let facts = RecordFacts(kinds: times.map { _ in .other })
        add(ReplayedRecords(source: .file, file: number, places: times.map { _ in nowhere }, times: times, facts: facts))
    }

    /// Returns the regular file that is now at the path of a reference. It is read from its start if the session has read nothing of it.
    private mutating func opened(_ reference: FileReference) -> ReopenedFile? {
        let (path, key) = (reference.path, ExactString(reference.path))
        if let opened = references[key], opened.inode == reference.inode { return opened }
        guard let file = try? OpenFile.regular(path, O_RDONLY), let status = try? file.status() else { return nil }
        if let opened = references[key], opened.inode == status.inode { return opened }
        let opened = ReopenedFile(path: path, file: file, number: index.addFile(file, path: path), inode: status.inode)
        references[key] = opened
        return opened
    }
}

extension FileScanner {
    /// Returns the records in the range of a reference; nil if this is another file, or if their number is not the expected number.
    static func scan(_ file: OpenFile, _ reference: FileReference, _ reader: RecordReader) -> Found? {
        guard let status = try? file.status(), status.kind == .regular, status.inode == reference.inode, status.size >= reference.end else {
            return nil
        }
        var scanner = FileScanner(file, from: reference.offset, to: reference.end, reader)
        var all = Found(end: reference.end)
        var isAtEnd = false
        while !isAtEnd, all.places.count <= reference.records {
            guard let found = try? scanner.next() else { return nil }
            isAtEnd = found.reachedEnd
            let rest = isAtEnd ? scanner.takeRest() : Found(end: reference.end)
            all.places += found.places + rest.places
            all.facts += found.facts
            all.facts += rest.facts
        }
        return all.places.count == reference.records ? all : nil
    }
}
