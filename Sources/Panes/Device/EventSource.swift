import AppLinks
import Deciding
package import Records

/// A row of the event stream, with all that the lists and the device know of its event. Its record has the rest.
package struct EventSource: Sendable, Equatable {
    let kind: EventRow.Kind
    /// The record that contains the event, or the link that it follows from; nil for an event that the device posted.
    package let record: RecordID?
    /// The number, in the list of links, of the link to which the event belongs.
    package let linkNumber: Int?
    /// This number as the screen shows it.
    package let linkLabel: String?
    /// The whole event if the device posted it. Of any other event, only its app and its link.
    fileprivate let known: Event

    /// Creates the source of a row of the stream; nil if there is no such row.
    ///
    /// - Parameter name: Returns the name of an app in the lists.
    package init?(at index: Int, _ lists: Lists, name: (UInt16) -> String) {
        guard lists.events.indices.contains(index) else { return nil }
        let row = lists.events[index]
        var known = lists.posted(row) ?? Event("")
        known.app = row.app == AppNames.none ? nil : name(row.app)
        known.link = lists.link(ofEvent: index)
        (kind, record, self.known) = (row.kind, lists.record(ofEvent: index), known)
        linkNumber = known.link.flatMap { lists.number(of: $0.record) }
        linkLabel = known.link.flatMap(lists.label)
    }

    /// Returns the event; nil if its record has not been read, or does not contain it.
    package func event(_ read: ReadRecord?) -> Event? {
        record == nil ? known : read.flatMap { event(in: $0.content.events, arrivedAt: $0.record.arrivedAt) }
    }

    /// Returns the event as one of those that were read in its record.
    fileprivate func event(in events: [Event], arrivedAt: Int64) -> Event? {
        guard var event = events.first(where: { kind.name == nil || $0.name == kind.name?.rawValue }) else { return nil }
        (event.app, event.link, event.time) = (known.app, known.link, arrivedAt)
        return event
    }
}

extension Lists {
    /// Returns what is known of a row's event, from its record or from what the device posted; nil if its record cannot be read.
    package func event(at index: Int, _ device: Device, _ memory: RecordCache) -> EventFacts? {
        guard let source = EventSource(at: index, self, name: device.label(ofApp:)) else { return nil }
        var event = source.known
        if let id = source.record {
            let row = memory.row(id)
            if case .unreadable? = row { return nil }
            if let text = row?.text, let events = text.events {
                guard let found = source.event(in: events, arrivedAt: text.arrivedAt) else { return nil }
                event = found
            } else {
                (event.name, event.time) = ("Reading...", row?.text?.arrivedAt)
            }
        }
        return EventFacts(event, on: device, name: device.label)
    }
}

extension Display {
    /// Returns the time that an event names, or else when it arrived; nil for a timestamp in an unknown format.
    func time(of event: Event) -> Int64? { event.timestamp.map(Self.milliseconds(ofTimestamp:)) ?? event.time }

    /// Returns this time as `12:04:11.107`. A timestamp in an unknown format is shown as it was written.
    func clock(of event: Event) -> String {
        time(of: event).map { clock($0, withMilliseconds: true) } ?? event.timestamp.map(Self.clock(ofTimestamp:)) ?? ""
    }
}
