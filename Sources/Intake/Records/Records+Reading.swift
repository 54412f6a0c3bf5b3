import Pasting
package import Records

extension Records: RecordStore {
    package var count: Int { index.count }

    package func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        guard let item = index.item(id) else { throw .unknown(id) }
        let count = min(item.length, RecordLimits.read)
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
        return StoredRecord(
            id: id, bytes: Self.part(item.part, of: bytes), arrivedAt: item.arrivedAt, source: item.source,
            isCut: item.isCut || bytes.count < item.length)
    }

    /// Returns a record that is made from a line of a device's log. `part` 0 is the line itself.
    static func part(_ part: Int, of line: [UInt8]) -> [UInt8] {
        guard part > 0, let records = PastedText.logRecords(inLine: line.span), part <= records.count else { return line }
        return records[part - 1].bytes
    }

    private static var cutShort: String { "was truncated" }

    /// Returns the records that can be read. Neighboring records are read together, so reading a screen of rows often takes one system
    /// call.
    package func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] {
        let ids = ids.sorted()
        let entries = index.entries(ids)
        var records: [RecordID: StoredRecord] = [:]
        records.reserveCapacity(ids.count)
        forEachRecord(ids, entries) { row, bytes, isCut in
            guard let bytes, let (arrivedAt, source) = entries.origin(of: row) else { return }
            let copy = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
            records[ids[row]] = StoredRecord(id: ids[row], bytes: copy, arrivedAt: arrivedAt, source: source, isCut: isCut)
        }
        return records
    }

    package func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void) {
        forEachRecord(rows, index.entries(rows), body)
    }

    private func forEachRecord(
        _ rows: [RecordID?], _ entries: RecordIndex.Entries, _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void
    ) {
        var row = 0
        while row < rows.count {
            guard let run = entries.run(from: row) else {
                if let id = rows[row], let record = try? record(id) {
                    body(row, record.bytes.span, record.isCut)
                } else {
                    body(row, nil, false)
                }
                row += 1
                continue
            }
            let block = (try? run.file.bytes(at: run.bytes.lowerBound, count: run.bytes.count)) ?? []
            for row in run.rows {
                let place = entries.place(of: row, in: run)
                // A file that was truncated in the meantime has fewer bytes.
                guard place.upperBound <= block.count else {
                    body(row, nil, entries.isCut(row))
                    continue
                }
                let part = entries.part(row)
                if part == 0 {
                    body(row, block.span.extracting(place), entries.isCut(row))
                } else {
                    body(row, Self.part(part, of: Array(block[place])).span, entries.isCut(row))
                }
            }
            row = run.rows.upperBound
        }
    }
}
