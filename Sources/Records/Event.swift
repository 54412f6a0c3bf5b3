package import AppLinks
import Bytes
package import JSONDocument
package import Secrets

/// A measurement event, wherever it comes from: an app or a device log told it, it follows from a link that arrived, or the simulated device
/// posted it.
///
/// An event that arrives is a JSON object: an app's own report, a log line, another inspector's stream. `event` or `event_name` is its name,
/// `ts` is its time, and `url` is its link. Every other key is an argument. In Bolts' own dictionary (`event_name`, `event_args`), the members
/// of `event_args` are arguments too.
package struct Event: Sendable, Hashable {
    package struct Argument: Sendable, Hashable {
        package var name: String
        /// The text of a string value, or any other value as it was written.
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The link of this session to which an event belongs.
    package struct Link: Sendable, Hashable {
        package var record: RecordID
        /// Whether the event may be about another link.
        package var isGuess: Bool

        package init(_ record: RecordID, isGuess: Bool = false) {
            self.record = record
            self.isGuess = isGuess
        }
    }

    package var name: String
    package var arguments: [Argument]
    /// The link in the event, for an event that arrived.
    package var url: String?
    /// The time that the event names, as it was written.
    package var timestamp: String?
    /// When the event or its link arrived, or when the device posted the event, in milliseconds since 1970; nil if that is not known yet.
    package var time: Int64?
    /// The name of the app that posted the event; nil if it is not known.
    package var app: String?
    package var link: Link?
    /// Why nothing opened; nil if something did, or if the device did not post the event.
    package var failure: String?
    /// The scheme that no app claimed, if that is why nothing opened.
    package var unclaimedScheme: String?
    /// Whether the user took back the act that posted the event. The event stays in the lists, because it was posted.
    package var isUndone = false
    /// The contexts of the record of the event. They decide whether the values of names such as `code` are secrets.
    package var contexts: SecretContext = []

    package init(_ name: String, url: String? = nil, arguments: [Argument] = []) {
        self.name = name
        self.url = url
        self.arguments = arguments
    }

    /// Creates an event that an app posts because of a link.
    package init(_ event: MeasurementEvent, contexts: SecretContext = SecretContext()) {
        self.init(event.name.rawValue, arguments: event.arguments.pairs.map { Argument(name: $0.key, value: $0.value) })
        self.contexts = contexts
    }

    /// Reads the event in a document; returns nil if the document is not an object or has no event name.
    package init?(_ document: JSONDocument) {
        var name: String?
        var event = Event("")
        document.withView { view in
            Self.forEachPart(of: view) { part, key, value in
                var text = ""
                view.withText(of: value) { text = $0.string }
                switch part {
                case .name: name = text
                case .time: event.timestamp = text
                case .url: event.url = text
                case .argument: event.arguments.append(Argument(name: view.text(of: key), value: text))
                }
            }
        }
        guard let name else { return nil }
        (event.name, event.contexts) = (name, Secrets.contexts(of: document.source.span))
        self = event
    }

    /// The time as `2025-05-01T10:15:32.123Z`.
    package var isoTime: String { Timestamp.string(time ?? 0) }

    /// Returns the value of an argument; nil if the event does not have it. If the name is repeated, the last value counts.
    package subscript(_ name: String) -> String? { arguments.last { $0.name == name }?.value }

    /// Returns the name that makes an argument a secret or not: of a pair such as `"name":"X-Api-Key","value":"abc"`, the name in the pair.
    package func secretName(of argument: Argument) -> String {
        guard Secrets.isValueOfPair(name: argument.name) else { return argument.name }
        let names = arguments.lazy.filter { Secrets.isNameOfPair(name: $0.name) }.map(\.value)
        return names.first { $0.withBytes { Secrets.mayBeSecret(name: $0) } } ?? argument.name
    }

    /// Searches the value of an argument, with the name and the record around it.
    package func searched(_ argument: Argument) -> SearchedText {
        SearchedText(argument.value, Secrets.ranges(inValue: argument.value, named: secretName(of: argument), carriedBy: contexts))
    }

    // MARK: The parts of an event

    /// What a member of an event's object is.
    package enum Part: Sendable {
        /// The name of the event. If there are several, the last one counts.
        case name
        case time, url, argument
    }

    /// Calls `body` with the nodes of each part, in the order of the text. An object without a name is not an event.
    static func forEachPart(of view: JSONView, _ body: (_ part: Part, _ key: Int, _ value: Int) -> Void) {
        guard view.count > 0 else { return }
        var (hasTime, hasURL) = (false, false)
        view.forEachMember(of: 0) { key, value in
            if view.isString(key, "event") || view.isString(key, "event_name") {
                body(.name, key, value)
            } else if !hasTime, view.isString(key, "ts") {
                hasTime = true
                body(.time, key, value)
            } else if !hasURL, view[value].kind == .string, view.isString(key, "url") {
                hasURL = true
                body(.url, key, value)
            } else if view[value].kind == .object, view.isString(key, "event_args") {
                view.forEachMember(of: value) { body(.argument, $0, $1) }
            } else {
                body(.argument, key, value)
            }
        }
    }

    /// Reads the parts of events without making an ``Event`` of each, one event at a time, in memory that is used again.
    package struct PartReader: Sendable {
        private var tape = JSONTape()

        package init() {}

        /// Reads a record, which replaces the previous one.
        package mutating func read(_ record: Span<UInt8>) { tape.read(record) }

        /// Calls `body` with the nodes of each part of the record that was read. Returns false if the record is not an event.
        package func forEachPart(
            of record: Span<UInt8>, _ body: (_ view: JSONView, _ part: Part, _ key: Int, _ value: Int) -> Void
        ) -> Bool {
            var isEvent = false
            tape.withView(of: record) { view in
                Event.forEachPart(of: view) { part, key, value in
                    if part == .name { isEvent = true }
                    body(view, part, key, value)
                }
            }
            return isEvent
        }
    }
}
