import AppLinks
import JSONDocument
import LinkLayers
package import Records
import Secrets

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

        /// The name of the event, if it follows from a link.
        var name: MeasurementEvent.Name? {
            switch self {
            case .linkParse: .linkParse
            case .navigateIn: .navigateIn
            case .received, .posted: nil
            }
        }
    }

    package var kind: Kind
    /// The index of the app that posted the event; `AppNames.none` for an event that arrived.
    package var app: UInt16
    package var index: UInt32
}

extension RecordContent {
    /// The events that a record contains or that follow from its link.
    package var events: [Event] {
        switch self {
        case .event(let event, _, _): return [event]
        case .link(let inspection):
            guard let events = inspection.link?.events, !events.isEmpty else { return [] }
            let contexts = Secrets.contexts(of: inspection.bytes.span)
            return events.map { Event($0, contexts: contexts) }
        case .object: return []
        }
    }
}

extension Event {
    /// Returns the event with at most `count` bytes of each text, and with the arguments that a row has room for, the outcome first.
    func beginning(_ count: Int) -> Event {
        var event = self
        (event.name, event.timestamp) = (name.beginning(count), timestamp?.beginning(count))
        (event.url, event.arguments) = (nil, [])
        var room = count * 4
        for argument in outcomeFirst where room > 0 {
            event.arguments.append(Argument(name: argument.name.beginning(count), value: argument.value.beginning(count)))
            room -= argument.name.utf8.count + argument.value.utf8.count + 1
        }
        return event
    }

    /// The arguments, with the outcome of the event at the front, before long URLs.
    var outcomeFirst: [Argument] {
        let isOutcome = { (argument: Argument) in ["type", "success", "error"].contains(argument.name) }
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
