import Records
import Synchronization

/// A cache of the parsed content of recent records. With it, drawing a frame or selecting a row does not parse a record again.
///
/// The cache returns content only if the bytes of the record are those from which it was parsed. So copies of a state can share one cache,
/// and the cache never changes what a frame shows.
final class ContentMemory: Sendable {
    private struct Store {
        var known: [RecordID: ReadRecord] = [:]
        var bytes = 0
    }

    /// The limits of the cache, which is emptied when it reaches one of them. Screens have fewer rows than `mostRecords`. The bytes are
    /// limited too, because parsed content takes several times the memory of its bytes.
    private static let mostRecords = 256
    private static let mostBytes = 8 << 20

    private let store = Mutex(Store())

    /// Returns the content of a record from the cache, or parses the record.
    func content(of record: StoredRecord) -> RecordContent {
        if let known = known(record) { return known }
        let content = RecordContent(record.bytes, isCut: record.isCut)
        remember(content, of: record)
        return content
    }

    /// Returns whether the content of a record is in the cache.
    func knows(_ record: StoredRecord) -> Bool { known(record) != nil }

    /// Returns a record with its content if both are in the cache.
    func read(_ id: RecordID) -> ReadRecord? { store.withLock { $0.known[id] } }

    private func known(_ record: StoredRecord) -> RecordContent? {
        guard let known = read(record.id) else { return nil }
        return known.record.isCut == record.isCut && known.record.bytes == record.bytes ? known.content : nil
    }

    /// Adds content that was parsed from the record's bytes.
    func remember(_ content: RecordContent, of record: StoredRecord) {
        store.withLock { store in
            if store.known.count >= Self.mostRecords || store.bytes + record.bytes.count > Self.mostBytes { store = Store() }
            store.bytes += record.bytes.count - (store.known[record.id]?.record.bytes.count ?? 0)
            store.known[record.id] = ReadRecord(record, content)
        }
    }
}
