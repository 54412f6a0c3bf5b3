import AppLinks
import JSONDocument
import LinkLayers
import Records
import Secrets

/// An event as its record has it, or as it follows from the link in its record.
struct EventText: Sendable {
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
                let kind: EventRow.Kind? =
                    switch event.name {
                    case .linkParse: .linkParse
                    case .navigateIn: .navigateIn
                    default: nil
                    }
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
