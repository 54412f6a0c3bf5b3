import LinkLayers
package import Records
import Synchronization

/// A cache of the records that were read for the rows and for the detail pane, so that no record is read twice while it is in view.
///
/// Records never change, so copies of a state can share one cache.
package final class RecordCache: Sendable {
    private struct Store {
        var read: [RecordID: ReadRecord] = [:]
        var bytes = 0
        var rows: [RecordID: RecordRow] = [:]
    }

    /// The limits at which all whole records are dropped. The bytes are limited too, because parsed content takes several
    /// times their memory.
    private static let mostRecords = 256
    private static let mostBytes = 8 << 20
    /// The limit for rows, unless the screen is very high. A row has only the beginning of its texts.
    private static let mostRows = 512

    private let store = Mutex(Store())

    package init() {}

    package func read(_ id: RecordID) -> ReadRecord? { store.withLock { $0.read[id] } }

    /// Returns what the rows show of a record if the row or the record is in the cache.
    package func row(_ id: RecordID) -> RecordRow? {
        let (row, record) = store.withLock { ($0.rows[id], $0.read[id]) }
        guard row == nil, let record else { return row }
        let made = RecordRow.text(RecordRow.Text(record))
        store.withLock { if $0.rows.count < Self.mostRows { $0.rows[id] = made } }
        return made
    }

    /// Adds a record that was read for a frame, with its row.
    ///
    /// - Parameter height: The height of the screen. The rows of several screens fit, so adding those of one never drops them again.
    package func remember(_ record: ReadRecord, height: Int) {
        remember(.text(RecordRow.Text(record)), of: record.record.id, height: height)
        keep(record)
    }

    /// Adds a record that was read on its arrival. Its row is made when it comes into view.
    package func keep(_ record: ReadRecord) {
        let (id, count) = (record.record.id, record.record.bytes.count)
        store.withLock { store in
            if store.read.count >= Self.mostRecords || store.bytes + count > Self.mostBytes { (store.read, store.bytes) = ([:], 0) }
            store.bytes += count - (store.read[id]?.record.bytes.count ?? 0)
            store.read[id] = record
        }
    }

    package func remember(_ row: RecordRow, of id: RecordID, height: Int) {
        store.withLock { store in
            if store.rows.count >= max(Self.mostRows, height * 4) { store.rows = [:] }
            store.rows[id] = row
        }
    }

    /// Empties the cache, because files with records have changed.
    package func forget() { store.withLock { $0 = Store() } }
}

/// What the rows of the lists show of a record. However long the record is, its row takes little memory.
package enum RecordRow: Sendable {
    case text(Text)
    case unreadable

    package struct Text: Sendable {
        /// Milliseconds since 1970.
        package let arrivedAt: Int64
        /// The beginning of the link, or of the record if it has no link. Nil until the record has been parsed, if the link is inside JSON.
        package let link: [UInt8]?
        /// The events in the record, or that follow from its link. Nil until the record has been parsed.
        package let events: [Event]?
        /// What the row of the link tells. Nil until the record has been parsed, and for a record that is no link.
        package let story: LinkSummary?
    }

    package var text: Text? { if case .text(let text) = self { text } else { nil } }
}

extension RecordRow.Text {
    init(_ read: ReadRecord) {
        arrivedAt = read.record.arrivedAt
        var bytes = read.record.bytes
        if case .link(let inspection) = read.content {
            if Self.isJSON(bytes) { bytes = inspection.bytes }
            story = LinkSummary(inspection)
        } else {
            story = nil
        }
        link = Array(bytes.prefix(LinkSummary.mostBytes))
        events = read.content.events.map { $0.beginning(LinkSummary.mostBytes) }
    }

    /// Creates the row of a record that has not been parsed yet.
    package init(unparsed record: StoredRecord) {
        arrivedAt = record.arrivedAt
        link = Self.isJSON(record.bytes) ? nil : Array(record.bytes.prefix(LinkSummary.mostBytes))
        events = nil
        story = nil
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") }
}
