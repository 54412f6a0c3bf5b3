package import Records
import Synchronization

extension Records {
    /// Adds records that were found in pasted or typed text or in arguments. Returns after the records were written to the journal, or are
    /// held in memory. Never waits for the program, which receives these records like all others.
    @discardableResult
    package func accept(records: some Sequence<[UInt8]>, from source: RecordSource) -> Acceptance {
        var kept = 0
        var trouble: String?
        for group in groups(of: records, from: source) {
            switch append([group], ifUnwritable: .hold) {
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
    func append(_ groups: [LineGroup], ifUnwritable: Unwritable) -> Acceptance {
        let count = groups.reduce(0) { $0 + $1.count }
        guard count > 0 else { return .kept(count: 0) }
        return writer.withLock { writer in
            guard index.hasRoom(for: count) else {
                return .refused(kept: 0, reason: "a session holds fewer than 2³² records: start another one")
            }
            let bytes = groups.count == 1 ? groups[0].bytes : groups.flatMap(\.bytes)
            if var start = write(bytes, &writer), let file = writer.fileNumber(in: index) {
                for group in groups {
                    enter(group, at: start, in: file)
                    start += Int64(group.bytes.count)
                }
                return .kept(count: count)
            }
            let reason = writer.failure ?? ""
            guard ifUnwritable == .hold else { return .refused(kept: 0, reason: reason) }
            guard writer.canHold(bytes.count) else {
                return .refused(kept: 0, reason: reason + " The memory for unsaved records is full too.")
            }
            for group in groups { hold(group, reason: reason, in: &writer) }
            return .held(count: count, reason: reason)
        }
    }

    /// Adds a group that is in the journal to the index, which has room, and passes it to the program.
    private func enter(_ group: LineGroup, at start: Int64, in file: RecordIndex.FileNumber) {
        let places = group.places.lazy.map { RecordPlace(offset: start + $0.offset, length: $0.length, isCut: $0.isCut) }
        guard let first = index.append(places, in: file, source: group.source, at: group.time) else { return }
        tell(group, from: first)
    }

    /// Writes lines, and reports to the program when writing starts to fail or works again.
    private func write(_ lines: [UInt8], _ writer: inout RecordWriter) -> Int64? {
        let wasFailing = writer.failure != nil
        let start = writer.write(lines, index: index)
        if let reason = writer.failure {
            if !wasFailing { outbox?.put(journal: .failing(reason: reason, held: writer.heldCount)) }
        } else if wasFailing {
            outbox?.put(journal: .writing)
        }
        return start
    }

    private func hold(_ group: LineGroup, reason: String, in writer: inout RecordWriter) {
        var first: RecordID?
        var start = 0
        for place in group.places {
            let offset = Int(place.offset)
            let end = offset + place.length
            let text = Array(group.bytes[offset..<end])
            guard let id = index.appendHeld(text, isCut: place.isCut, source: group.source, at: group.time) else { return }
            if first == nil { first = id }
            writer.hold(Array(group.bytes[start...end]), record: (id, offset - start))
            start = end + 1
        }
        if let first {
            outbox?.put(journal: .failing(reason: reason, held: writer.heldCount))
            tell(group, from: first)
        }
    }

    /// Passes the records of a group to the program.
    private func tell(_ group: LineGroup, from first: RecordID) {
        let read = group.readRecords(from: first, arrivedAt: index.item(first)?.arrivedAt ?? group.time)
        outbox?.put(records: RecordBatch(first: first, group.facts, source: group.source, read: read))
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
    func append(_ found: FileScanner.Found, of file: RecordIndex.FileNumber, reference: FileReference) {
        guard !found.places.isEmpty else { return }
        let time = now()
        let line = JournalLine.header(time: time, word: "file") + reference.json + [UInt8(ascii: "\n")]
        writer.withLock { writer in
            // The records are safe in their file. If the reference can be neither written nor held, the records are missing only when the
            // session is reopened.
            if write(line, &writer) == nil, writer.canHold(line.count) { writer.hold(line) }
            guard let first = index.append(found.places, in: file, source: .file, at: time) else { return }
            outbox?.put(records: RecordBatch(first: first, found.facts, source: .file))
        }
    }
}
