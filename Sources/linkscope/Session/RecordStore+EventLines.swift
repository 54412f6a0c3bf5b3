import Inspector
import Records

extension RecordStore {
    /// Returns the lines of events. Reads the records that have not been read yet.
    nonisolated func json(of lines: [EventLine], _ reader: RecordReader) -> [[UInt8]] {
        let unread = Set(lines.filter { $0.read == nil }.compactMap(\.record))
        let read = records(Array(unread)).mapValues(reader.read)
        return lines.compactMap { line in
            line.json(line.read ?? line.record.flatMap { read[$0] }) { String(decoding: Timestamp.text($0), as: UTF8.self) }
        }
    }
}
