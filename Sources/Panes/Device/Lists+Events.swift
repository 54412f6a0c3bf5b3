import AppLinks
import Deciding
import LinkLayers
import Records

extension Lists {
    /// Returns the event of a row, made from what was read of its record or from the event that the device posted; nil if its record cannot
    /// be read.
    package func event(at index: Int, _ device: Device, _ display: Display, _ memory: RecordCache) -> EventContent? {
        guard var event = content(at: index, device, display, memory) else { return nil }
        let value = { (name: String) in event.arguments.last { $0.name == name }?.value }
        if let named = link(ofEvent: index) { (event.link, event.isGuess) = (named.link, named.isGuess) }
        event.sender = value("sourceApplication").flatMap { device.knownLabel(ofID: $0) }
        event.referer = value("refererAppName").flatMap { name in
            device.referer(name, scheme: value("refererURL").flatMap { LinkURL($0)?.scheme })
        }
        return event
    }

    private func content(at index: Int, _ device: Device, _ display: Display, _ memory: RecordCache) -> EventContent? {
        guard events.indices.contains(index) else { return nil }
        let row = events[index]
        let app = row.app == AppNames.none ? nil : device.label(ofApp: row.app)
        if let posted = posted(row) {
            var event = EventContent(posted, app: app, display)
            if let scheme = posted.unclaimedScheme, !posted.isUndone {
                event.lacksApp = device.simulated.app(claiming: scheme)?.isAssumed ?? true
            }
            return event
        }
        let id = RecordID(index: row.index)
        let known = memory.row(id)
        if case .unreadable? = known { return nil }
        guard let text = known?.text, let events = text.events else {
            let clock = known?.text.map { display.clock($0.arrivedAt, withMilliseconds: true) } ?? ""
            return EventContent(clock: clock, name: "Reading...", app: app, link: id, url: nil, arguments: [])
        }
        return EventContent(row, events, arrivedAt: text.arrivedAt, app: app, display)
    }
}

extension EventContent {
    /// Creates an event that arrived, or that follows from a link that arrived; nil if the record does not contain the event.
    init?(_ row: EventRow, _ events: [EventText], arrivedAt: Int64, app: String?, _ display: Display) {
        guard let event = events.first(where: { $0.kind == row.kind }) else { return nil }
        let time = event.time.map(Display.milliseconds(ofTimestamp:)) ?? arrivedAt
        let clock = time.map { display.clock($0, withMilliseconds: true) } ?? event.time.map(Display.clock(ofTimestamp:)) ?? ""
        let isReceived = row.kind == .received
        self.init(
            clock: clock, name: event.name, app: isReceived ? nil : app ?? "?", link: isReceived ? nil : RecordID(index: row.index),
            url: event.url, arguments: event.arguments, time: time, contexts: event.contexts)
    }

    /// Creates an event that the device posted.
    init(_ posted: DeviceEvent, app: String?, _ display: Display) {
        self.init(
            clock: display.clock(posted.time, withMilliseconds: true), name: posted.event.name.rawValue, app: app, link: posted.link,
            url: nil,
            arguments: Self.arguments(of: posted.event), failure: posted.failure, isUndone: posted.isUndone, time: posted.time)
    }

    static func arguments(of event: MeasurementEvent) -> [ReceivedEvent.Argument] {
        event.arguments.pairs.map { ReceivedEvent.Argument(name: $0.key, value: $0.value) }
    }
}
