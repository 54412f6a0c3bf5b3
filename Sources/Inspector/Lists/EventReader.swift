import AppLinks
import LinkLayers
import Records

/// Makes the events of rows, from their records or from the events that the device posted.
struct EventReader {
    let lists: Lists
    let appNames: AppNames
    let display: Display
    let memory: ContentMemory
    let records: [RecordID: StoredRecord]
    /// The record of the detail pane, if it has not been parsed yet.
    let recordBeingRead: RecordID?

    /// The maximum number of bytes of a record that is parsed at once. A longer record is parsed in the background.
    static let mostReadAtOnce = 64 << 10

    /// Returns the event of a row; nil if its record cannot be read.
    func event(at index: Int) -> EventContent? {
        guard lists.events.indices.contains(index) else { return nil }
        let row = lists.events[index]
        let app = row.app == AppNames.none ? nil : appNames[row.app]
        if let posted = lists.posted(row) { return EventContent(posted, app: app, display) }
        guard let record = records[RecordID(index: row.index)] else { return nil }
        if recordBeingRead == record.id, record.bytes.count > Self.mostReadAtOnce, !memory.knows(record) {
            return EventContent(
                clock: display.clock(record.arrivedAt, withMilliseconds: true), name: "Reading...", app: app, link: record.id, url: nil,
                arguments: [])
        }
        return EventContent(row, memory.content(of: record), arrivedAt: record.arrivedAt, app: app, display)
    }
}

extension EventContent {
    /// Creates an event that arrived, or that follows from a link that arrived; nil if the record does not contain the event.
    init?(_ row: EventRow, _ content: RecordContent, arrivedAt: Int64, app: String?, _ display: Display) {
        let clock = display.clock(arrivedAt, withMilliseconds: true)
        switch (row.kind, content) {
        case (.received, .event(let event, _, _)):
            self.init(
                clock: event.time.map(Display.clock(ofTimestamp:)) ?? clock, name: event.name, app: nil, link: nil, url: event.url,
                arguments: event.arguments)
        case (.linkParse, .link(let inspection)), (.navigateIn, .link(let inspection)):
            let name = row.kind == .linkParse ? MeasurementEvent.Name.linkParse : .navigateIn
            guard let event = inspection.link?.events.first(where: { $0.name == name }) else { return nil }
            self.init(
                clock: clock, name: name.rawValue, app: app ?? "?", link: RecordID(index: row.index), url: nil,
                arguments: Self.arguments(of: event))
        default: return nil
        }
    }

    /// Creates an event that the device posted.
    init(_ posted: DeviceEvent, app: String?, _ display: Display) {
        self.init(
            clock: display.clock(posted.time, withMilliseconds: true), name: posted.event.name.rawValue, app: app, link: posted.link,
            url: nil,
            arguments: Self.arguments(of: posted.event))
    }

    private static func arguments(of event: MeasurementEvent) -> [ReceivedEvent.Argument] {
        event.arguments.pairs.map { ReceivedEvent.Argument(name: $0.key, value: $0.value) }
    }
}
