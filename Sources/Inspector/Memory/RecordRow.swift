import LinkLayers
import Records

/// What the rows of the lists show of a record. However long the record is, its row takes little memory.
enum RecordRow: Sendable {
    case text(Text)
    case unreadable

    struct Text: Sendable {
        /// Milliseconds since 1970.
        let arrivedAt: Int64
        /// The beginning of the link, or of the record if it has no link. Nil until the record has been parsed, if the link is inside JSON.
        let link: [UInt8]?
        /// The events in the record, or that follow from its link. Nil until the record has been parsed.
        let events: [EventText]?
        /// What the row of the link tells. Nil until the record has been parsed, and for a record that is no link.
        let story: RowStory?
    }

    var text: Text? { if case .text(let text) = self { text } else { nil } }
}

extension RecordRow.Text {
    init(_ read: ReadRecord) {
        arrivedAt = read.record.arrivedAt
        var bytes = read.record.bytes
        if case .link(let inspection) = read.content {
            if Self.isJSON(bytes) { bytes = inspection.bytes }
            story = RowStory(inspection)
        } else {
            story = nil
        }
        link = Array(bytes.prefix(RowStory.mostBytes))
        events = EventText.all(in: read.content).map { $0.beginning(RowStory.mostBytes) }
    }

    /// Creates the row of a record that has not been parsed yet.
    init(unparsed record: StoredRecord) {
        arrivedAt = record.arrivedAt
        link = Self.isJSON(record.bytes) ? nil : Array(record.bytes.prefix(RowStory.mostBytes))
        events = nil
        story = nil
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") }
}
