import AppLinks
import LinkLayers
package import Records

extension State {
    /// A row of the event stream, made from its record; nil when that cannot be read.
    package func eventContent(at index: Int, records: [RecordID: StoredRecord]) -> EventContent? {
        guard events.indices.contains(index) else { return nil }
        let row = events[index]
        guard row.kind != .posted else { return content(of: posted[Int(row.index)], app: row.app) }
        let id = RecordID(index: row.index)
        guard let record = records[id] else { return nil }
        // It is being read for the detail pane, away from here: that says so.
        if let shown, shown.record == id, shown.content == nil, record.bytes.count > Self.mostReadAtOnce, !memory.knows(record) {
            return EventContent(
                clock: clock(record.arrivedAt, withMilliseconds: true), name: "Reading...",
                app: row.app == Self.noApp ? nil : appName(row.app),
                link: id, url: nil, arguments: [])
        }
        return eventContent(row, id, arrivedAt: record.arrivedAt, memory.content(of: record))
    }

    /// The same from a record that was read already.
    func eventContent(_ row: EventRow, _ id: RecordID, arrivedAt: Int64, _ content: RecordContent) -> EventContent? {
        switch (row.kind, content) {
        case (.received, .event(let event, _, _)):
            return EventContent(
                clock: event.time.map(Self.clock(ofTimestamp:)) ?? clock(arrivedAt, withMilliseconds: true),
                name: event.name,
                app: nil,
                link: nil,
                url: event.url,
                arguments: event.arguments
            )
        case (.linkParse, .link(let inspection)): return derived(.linkParse, row, id, arrivedAt, inspection)
        case (.navigateIn, .link(let inspection)): return derived(.navigateIn, row, id, arrivedAt, inspection)
        default: return nil
        }
    }

    /// An event that follows from a link's arrival: reading the link again makes it again.
    private func derived(
        _ name: MeasurementEvent.Name, _ row: EventRow, _ id: RecordID, _ arrivedAt: Int64, _ inspection: LinkInspection
    ) -> EventContent? {
        guard let event = inspection.link?.events.first(where: { $0.name == name }) else { return nil }
        return EventContent(
            clock: clock(arrivedAt, withMilliseconds: true),
            name: name.rawValue,
            app: appName(row.app),
            link: id,
            url: nil,
            arguments: Self.arguments(of: event)
        )
    }

    private func content(of posted: DeviceEvent, app: UInt16) -> EventContent {
        EventContent(
            clock: clock(posted.time, withMilliseconds: true),
            name: posted.event.name.rawValue,
            app: app == Self.noApp ? nil : appName(app),
            link: posted.link,
            url: nil,
            arguments: Self.arguments(of: posted.event)
        )
    }

    private static func arguments(of event: MeasurementEvent) -> [ReceivedEvent.Argument] {
        event.arguments.pairs.map { ReceivedEvent.Argument(name: $0.key, value: $0.value) }
    }
}
