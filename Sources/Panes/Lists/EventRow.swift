package import AppLinks
import Deciding
import JSONDocument
import LinkLayers
package import Records
package import Secrets

/// A row of the event stream, in eight bytes: the kind of event, its app, and the index of its record or posted event.
///
/// The events of links that arrived are not stored. They follow from the link, and are made again from its record when they are in view.
package struct EventRow: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        /// An event that arrived; `index` is its record.
        case received
        /// An event that follows from the arrival of the link in record `index`.
        case linkParse, navigateIn
        /// An event that the simulated device posted; `index` is its index in `Lists.posted`.
        case posted
    }

    package var kind: Kind
    /// The index of the app that posted the event; `AppNames.none` for an event that arrived.
    package var app: UInt16
    package var index: UInt32
}

/// An event that the simulated device posted because of something the user did.
package struct DeviceEvent: Sendable, Hashable {
    package var event: MeasurementEvent
    /// Milliseconds since 1970.
    package var time: Int64
    /// The link of this session that caused the event.
    package var link: RecordID?
    /// Why nothing opened; nil if something did.
    package var failure: String?
    /// The scheme that no app claimed, if that is why nothing opened.
    package var unclaimedScheme: String?
    /// Whether the user took back the act that posted the event. The event stays in the lists, because it was posted.
    package internal(set) var isUndone = false

    package init(event: MeasurementEvent, time: Int64, link: RecordID?) {
        self.event = event
        self.time = time
        self.link = link
    }
}

/// The content of an event in the stream. The event arrived, follows from a link, or was posted by the device.
package struct EventContent: Sendable, Hashable {
    /// The time of the event, such as `12:04:11.107`. A timestamp in another format is shown as it was written.
    package var clock: String
    package var name: String
    /// The app that posted the event; nil for an event that arrived.
    package var app: String?
    /// The name of the app that sent the link of the event, if the event has the ID of an app on the device.
    package var sender: String?
    /// The name of the referer of the link of the event; nil if the event tells of none.
    var referer: Referer?
    /// The link of this session that caused the event.
    package var link: RecordID?
    /// Whether the event may be about another link, because several links fit.
    package var isGuess = false
    /// The link in the event, for an event that arrived.
    package var url: String?
    package var arguments: [ReceivedEvent.Argument]
    /// Why nothing opened, for an event that the device posted; nil if something did.
    package var failure: String?
    /// Whether the user took back the act that posted the event.
    package var isUndone = false
    /// Whether nothing opened because no app claims the scheme, and still none does.
    package var lacksApp = false
    /// The time of the event in milliseconds since 1970; nil for a timestamp in another format.
    package var time: Int64?
    /// The contexts of the record of the event. They decide whether the values of names such as `code` are secrets.
    package var contexts: SecretContext = []
}

/// An event as its record has it, or as it follows from the link in its record.
package struct EventText: Sendable {
    var kind: EventRow.Kind
    var name: String
    /// The timestamp in the record, as it was written.
    var time: String?
    var url: String?
    var arguments: [ReceivedEvent.Argument]
    /// The contexts of the record. They decide whether the values of names such as `code` are secrets.
    var contexts: SecretContext = []

    /// Returns the events that a record contains or that follow from its link.
    static func all(in content: RecordContent) -> [EventText] {
        switch content {
        case .event(let event, let document, _):
            return [
                EventText(
                    kind: .received, name: event.name, time: event.time, url: event.url, arguments: event.arguments,
                    contexts: Secrets.contexts(of: document.source.span))
            ]
        case .link(let inspection):
            guard let events = inspection.link?.events, !events.isEmpty else { return [] }
            let contexts = Secrets.contexts(of: inspection.bytes.span)
            return events.compactMap { event in
                let kind: EventRow.Kind? = event.name == .linkParse ? .linkParse : event.name == .navigateIn ? .navigateIn : nil
                return kind.map { kind in
                    EventText(
                        kind: kind, name: event.name.rawValue, arguments: EventContent.arguments(of: event), contexts: contexts)
                }
            }
        case .object: return []
        }
    }

    /// Returns the event with at most `count` bytes of each text, and with the arguments that a row has room for. Those with the outcome of
    /// the event come first.
    func beginning(_ count: Int) -> EventText {
        var event = EventText(
            kind: kind, name: name.beginning(count), time: time?.beginning(count), url: nil, arguments: [], contexts: contexts)
        var room = count * 4
        for argument in Self.outcomeFirst(arguments) where room > 0 {
            event.arguments.append(ReceivedEvent.Argument(name: argument.name.beginning(count), value: argument.value.beginning(count)))
            room -= argument.name.utf8.count + argument.value.utf8.count + 1
        }
        return event
    }

    /// Moves the arguments with the outcome of the event to the front, before long URLs.
    static func outcomeFirst(_ arguments: [ReceivedEvent.Argument]) -> [ReceivedEvent.Argument] {
        let isOutcome = { (argument: ReceivedEvent.Argument) in ["type", "success", "error"].contains(argument.name) }
        guard arguments.prefix(64).contains(where: isOutcome) else { return arguments }
        return arguments.filter(isOutcome) + arguments.filter { !isOutcome($0) }
    }
}

extension String {
    /// Returns the first `count` bytes of the text. A character that is cut becomes U+FFFD, which may add two bytes.
    func beginning(_ count: Int) -> String {
        utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
    }
}
