import Bytes

/// What a log line tells about links.
package enum LogFact: Sendable, Hashable {
    /// A link that the device or an app has received. `source` is the app that sent it, if the line names it.
    case link(url: String, source: String?)
    case event(Event)
    /// A JSON object with an event name that an app has printed, as written.
    case object([UInt8])

    /// The names of the events of devices. Apps name their events themselves.
    package enum EventName: String {
        /// The device started an activity, or tried to.
        case start = "device_start"
        /// The screen of an activity came up.
        case displayed = "device_displayed"
        /// The user was asked which app opens the link.
        case chooser = "device_chooser"
        /// The device or one of its services checked whether an app may open the links of a host.
        case verification = "device_verification"
        /// The device did not open a link, and said why.
        case blocked = "device_blocked"
        /// Whether an app may open the links of a domain, as a device lists it.
        case domainState = "device_domain_state"
    }

    /// Returns an event with the arguments that have a value.
    static func event(_ name: EventName, url: String? = nil, _ arguments: KeyValuePairs<String, String?>) -> LogFact {
        let arguments = arguments.compactMap { name, value in value.map { Event.Argument(name: name, value: $0) } }
        return .event(Event(name.rawValue, url: url, arguments: arguments))
    }
}

extension LogLine {
    package static let mostFacts = 20

    /// The facts that the message tells.
    ///
    /// Nil if the message has no known form. The message may then still contain links, which the caller finds. Empty if the form is known
    /// and tells nothing, so that the message need not be searched.
    package var facts: [LogFact]? {
        guard !message.isEmpty else { return [] }
        let known = form.isAndroid ? androidFacts : AppleMessage.facts(bytes, process: header.tag, message)
        return (known ?? UnopenedMessage.facts(bytes, message) ?? AppEvents(bytes, message).facts).map { Array($0.prefix(Self.mostFacts)) }
    }

    private var androidFacts: [LogFact]? {
        let tag = header.tag
        if bytes.equals("ActivityTaskManager", in: tag) || bytes.equals("ActivityManager", in: tag) {
            return StartMessage.facts(bytes, message) ?? DisplayedMessage.facts(bytes, message) ?? BlockedMessage.facts(bytes, message)
        }
        return BufferMessage(bytes, tag: tag, message)?.facts ?? VerificationMessage(bytes, tag: tag, message)?.facts
    }

    /// Returns whether the device hid the rest of a link that ends at `position`: `<private>` or `<mask.hash: …>` follows, perhaps after
    /// punctuation that the search for links did not take.
    package func isHidden(after position: Int) -> Bool {
        var position = position
        while position < bytes.count, ".,;:!?'".utf8.contains(bytes[position]) { position += 1 }
        return bytes.has("<private>", at: position, before: bytes.count) || bytes.has("<mask.", at: position, before: bytes.count)
    }
}
