package import Records
import Synchronization

extension Records {
    /// Adds records that were found in pasted or typed text or in arguments. Returns after the records were written to the journal, or are
    /// held in memory. Never waits for the consumer, which receives these records like all others.
    @discardableResult
    package func accept(records: [[UInt8]], from source: RecordSource) -> Acceptance {
        var kept = 0
        var trouble: String?
        for group in LineGroup.groups(ofRecords: records, reader) {
            switch append([group], from: source, ifUnwritable: .hold) {
            case .kept: kept += group.count
            case .held(_, let reason):
                kept += group.count
                trouble = reason
            case .refused(_, let reason): return .refused(kept: kept, reason: reason)
            }
        }
        return trouble.map { .held(count: kept, reason: $0) } ?? .kept(count: kept)
    }

    /// Writes groups to the journal with one write, so that either all of their records are accepted or none, and reports each group to
    /// the program.
    func append(_ groups: [LineGroup], from source: RecordSource, ifUnwritable: Unwritable) -> Acceptance {
        let time = now()
        let encoded = groups.map { EncodedGroup($0, time: time, source: source) }
        let count = groups.reduce(0) { $0 + $1.count }
        guard count > 0 else { return .kept(count: 0) }
        return writer.withLock { writer in
            guard index.hasRoom(for: count) else {
                return .refused(kept: 0, reason: "a session holds fewer than 2³² records: start another one")
            }
            let bytes = encoded.count == 1 ? encoded[0].bytes : encoded.flatMap(\.bytes)
            let added = zip(groups, encoded).filter { !$0.0.isEmpty }
            if var start = write(bytes, &writer), let file = writer.fileNumber(in: index) {
                for (group, encoded) in added {
                    enter(group, encoded, at: start, in: file, time: time, source: source)
                    start += Int64(encoded.bytes.count)
                }
                return .kept(count: count)
            }
            let reason = writer.failure ?? ""
            guard ifUnwritable == .hold else { return .refused(kept: 0, reason: reason) }
            guard writer.canHold(bytes.count) else {
                return .refused(kept: 0, reason: reason + " The memory for unsaved records is full too.")
            }
            for (group, encoded) in added { hold(group, encoded, time: time, source: source, reason: reason, in: &writer) }
            return .held(count: count, reason: reason)
        }
    }

    /// Adds a group that is in the journal to the index, which has room, and passes it to the program.
    private func enter(
        _ group: LineGroup, _ encoded: EncodedGroup, at start: Int64, in file: RecordIndex.FileNumber, time: Int64, source: RecordSource
    ) {
        let places = encoded.places.lazy.map { RecordPlace(offset: start + $0.offset, length: $0.length, isCut: $0.isCut) }
        guard let first = index.append(places, in: file, source: source, at: time) else { return }
        tell(group, from: first, at: time, source)
    }

    /// Writes lines, and reports to the program when writing starts to fail or works again.
    private func write(_ lines: [UInt8], _ writer: inout RecordWriter) -> Int64? {
        let wasFailing = writer.failure != nil
        let start = writer.write(lines, index: index)
        if let reason = writer.failure {
            if !wasFailing { outbox.put(.journal(.failing(reason: reason, held: writer.heldCount))) }
        } else if wasFailing {
            outbox.put(.journal(.writing))
        }
        return start
    }

    private func hold(
        _ group: LineGroup, _ encoded: EncodedGroup, time: Int64, source: RecordSource, reason: String, in writer: inout RecordWriter
    ) {
        var first: RecordID?
        var start = 0
        for (line, place) in zip(group.lines, encoded.places) {
            guard let id = index.appendHeld(Array(group.bytes[line.range]), isCut: line.isCut, source: source, at: time) else { return }
            if first == nil { first = id }
            let end = Int(place.offset) + place.length + 1
            writer.hold(Array(encoded.bytes[start..<end]), record: (id, Int(place.offset) - start))
            start = end
        }
        if let first {
            outbox.put(.journal(.failing(reason: reason, held: writer.heldCount)))
            tell(group, from: first, at: time, source)
        }
    }

    /// Passes the records of a group to the program.
    private func tell(_ group: LineGroup, from first: RecordID, at time: Int64, _ source: RecordSource) {
        let read = group.readRecords(from: first, arrivedAt: index.item(first)?.arrivedAt ?? time, source: source)
        outbox.put(.records(RecordBatch(first: first, group.facts, source: source, read: read)))
    }

    /// Adds an act of the user to the journal, so that reopening the session can repeat the act. `json` is a JSON object without a newline.
    /// If writing fails, the act is held in memory like a record. Beyond the memory limit, the act is dropped. A dropped act is missing
    /// only when the session is reopened. `time` is the time of the act; nil means now.
    package func note(act json: [UInt8], at time: Int64? = nil) {
        guard !json.contains(UInt8(ascii: "\n")) else { return }
        let line = JournalLine.line(of: json, time: time ?? now())
        writer.withLock { writer in
            if write(line, &writer) == nil, writer.canHold(line.count) { writer.hold(line) }
        }
    }

    /// Adds records that were found in a regular file. Their bytes stay in this file, and the journal gets a reference.
    func append(_ found: FileScanner.Found, of file: RecordIndex.FileNumber, reference: FileReference, at time: Int64? = nil) {
        guard !found.places.isEmpty else { return }
        let time = time ?? now()
        let line = JournalLine.header(time: time, word: "file") + reference.json + [UInt8(ascii: "\n")]
        writer.withLock { writer in
            // The records are safe in their file. If the reference can be neither written nor held, the records are missing only when the
            // session is reopened.
            if write(line, &writer) == nil, writer.canHold(line.count) { writer.hold(line) }
            guard let first = index.append(found.places, in: file, source: .file, at: time) else { return }
            outbox.put(.records(RecordBatch(first: first, found.facts, source: .file)))
        }
    }
}

/// A group in the form of journal lines.
private struct EncodedGroup {
    private(set) var bytes: [UInt8] = []
    /// The places of the records in `bytes`.
    private(set) var places: [RecordPlace] = []

    init(_ group: LineGroup, time: Int64, source: RecordSource) {
        let header = JournalLine.header(time: time, source: source, isCut: false)
        let cutHeader = JournalLine.header(time: time, source: source, isCut: true)
        bytes.reserveCapacity(group.bytes.count + group.count * (cutHeader.count + 1))
        places.reserveCapacity(group.count)
        for line in group.lines {
            bytes += line.isCut ? cutHeader : header
            places.append(RecordPlace(offset: Int64(bytes.count), length: line.range.count, isCut: line.isCut))
            bytes += group.bytes[line.range]
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
