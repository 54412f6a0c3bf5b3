import Bytes
package import JSONDocument

/// A measurement event that arrived as a JSON object: an app's own report, a log line, another inspector's stream.
///
/// `event` or `event_name` is the name of the event, `ts` is its time, and `url` is its link. Every other key is an argument. In Bolts' own
/// dictionary (`event_name`, `event_args`), the members of `event_args` are arguments too.
package struct ReceivedEvent: Sendable, Hashable {
    package struct Argument: Sendable, Hashable {
        package var name: String
        /// The text of a string value, or any other value as it was written.
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var name: String
    package var time: String?
    package var url: String?
    package var arguments: [Argument]

    /// Reads the event in a document; returns nil if the document is not an object or has no event name.
    package init?(_ document: JSONDocument) {
        var name: String?
        var time: String?
        var url: String?
        var arguments: [Argument] = []
        document.withView { view in
            Self.forEachPart(of: view) { part, key, value in
                var text = ""
                view.withText(of: value) { text = $0.string }
                switch part {
                case .name: name = text
                case .time: time = text
                case .url: url = text
                case .argument: arguments.append(Argument(name: view.text(of: key), value: text))
                }
            }
        }
        guard let name else { return nil }
        self.name = name
        self.time = time
        self.url = url
        self.arguments = arguments
    }
}

// MARK: The parts of an event

extension ReceivedEvent {
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
}

extension ReceivedEvent {
    /// Reads the parts of events without making a ``ReceivedEvent`` of them, one event at a time, in memory that is used again.
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
                ReceivedEvent.forEachPart(of: view) { part, key, value in
                    if part == .name { isEvent = true }
                    body(view, part, key, value)
                }
            }
            return isEvent
        }
    }
}
