package import Records

extension Records: RecordStore {
    package var count: Int { index.count }

    package func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        try record(id, limit: RecordLimits.read)
    }

    /// Returns all stored bytes of a record, up to 16 MiB, for forwarding or copying it.
    package func wholeRecord(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        try record(id, limit: RecordLimits.kept)
    }

    private func record(_ id: RecordID, limit: Int) throws(RecordStoreError) -> StoredRecord {
        guard let item = index.item(id) else { throw .unknown(id) }
        let count = min(item.length, limit)
        let bytes: [UInt8]
        switch item.location {
        case .memory(let held):
            bytes = Array(held.prefix(count))
        case .gone(let path, let reason):
            throw .gone(id, path: path, reason: reason)
        case .file(let file, let path, let offset):
            do throws(SystemError) {
                bytes = try file.bytes(at: offset, count: count)
            } catch {
                throw .unreadable(id, path: path, reason: error.description)
            }
            if bytes.count < count { throw .gone(id, path: path, reason: Self.cutShort) }
        }
        return stored(id, item, bytes)
    }

    private static var cutShort: String { "was truncated" }

    private func stored(_ id: RecordID, _ item: RecordIndex.Item, _ bytes: [UInt8]) -> StoredRecord {
        StoredRecord(
            id: id, bytes: bytes, arrivedAt: item.arrivedAt, source: item.source, isCut: item.isCut || bytes.count < item.length)
    }

    /// Returns the records that can be read. Neighboring records are read together, so reading a screen of rows often takes one system
    /// call.
    package func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] {
        var records: [RecordID: StoredRecord] = [:]
        records.reserveCapacity(ids.count)
        var run = Run()
        for (id, item) in index.items(ids.sorted()) {
            if run.add(id, item) { continue }
            deliver(run, into: &records)
            run = Run()
            if !run.add(id, item), let record = try? record(id) { records[id] = record }
        }
        deliver(run, into: &records)
        return records
    }

    private func deliver(_ run: Run, into records: inout [RecordID: StoredRecord]) {
        guard let file = run.file, let bytes = try? file.bytes(at: run.start, count: Int(run.end - run.start)) else { return }
        for (id, item, offset) in run.items {
            let start = Int(offset - run.start)
            guard start + item.length <= bytes.count else { continue }
            records[id] = stored(id, item, Array(bytes[start..<(start + item.length)]))
        }
    }

    /// Records that are close together in one file.
    private struct Run {
        private(set) var file: OpenFile?
        private(set) var start: Int64 = 0
        private(set) var end: Int64 = 0
        private(set) var items: [(RecordID, RecordIndex.Item, Int64)] = []

        /// Adds a record if it is near enough to the run, and returns whether it was added. An empty run accepts any short record of a
        /// file.
        mutating func add(_ id: RecordID, _ item: RecordIndex.Item) -> Bool {
            guard case .file(let itemFile, _, let offset) = item.location, item.length <= 65_536 else { return false }
            let itemEnd = offset + Int64(item.length)
            if let file {
                guard itemFile === file, offset >= end, offset - end <= 4096, itemEnd - start <= 262_144 else { return false }
            } else {
                file = itemFile
                start = offset
            }
            end = itemEnd
            items.append((id, item, offset))
            return true
        }
    }
}
