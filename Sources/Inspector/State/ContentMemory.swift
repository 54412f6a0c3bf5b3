import Records
import Synchronization

/// What the records in view turned out to be, so that neither a frame nor a selection reads again what was read just now.
///
/// It remembers a pure function: an answer is given for the very bytes it was made of and for no others. So the copies of a state may share
/// one, and a frame is the same with it as without. It holds what a screen shows and no more.
final class ContentMemory: Sendable {
    private struct Known {
        var bytes: [UInt8]
        var isCut: Bool
        var content: RecordContent
    }

    private struct Store {
        var known: [RecordID: Known] = [:]
        var bytes = 0
    }

    /// Screens have fewer rows; what is read takes a multiple of its bytes.
    private static let mostRecords = 256
    private static let mostBytes = 8 << 20

    private let store = Mutex(Store())

    func content(of record: StoredRecord) -> RecordContent {
        if let known = store.withLock({ $0.known[record.id] }), known.isCut == record.isCut, known.bytes == record.bytes {
            return known.content
        }
        let content = RecordContent(record.bytes, isCut: record.isCut)
        remember(content, of: record)
        return content
    }

    func knows(_ record: StoredRecord) -> Bool {
        store.withLock { $0.known[record.id] }.map { $0.isCut == record.isCut && $0.bytes == record.bytes } ?? false
    }

    /// - Parameter content: What was made of the record's bytes elsewhere.
    func remember(_ content: RecordContent, of record: StoredRecord) {
        store.withLock { store in
            if store.known.count >= Self.mostRecords || store.bytes + record.bytes.count > Self.mostBytes { store = Store() }
            store.bytes += record.bytes.count - (store.known[record.id]?.bytes.count ?? 0)
            store.known[record.id] = Known(bytes: record.bytes, isCut: record.isCut, content: content)
        }
    }
}
