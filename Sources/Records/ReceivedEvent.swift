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

    /// Returns nil if the object has no event name.
    package init?(_ root: JSONDocument.Node) {
        guard root.kind == .object else { return nil }
        var name: String?
        var time: String?
        var url: String?
        var arguments: [Argument] = []
        for member in root.members {
            let key = member.key.stringValue ?? member.key.text
            switch key {
            case "event", "event_name": name = Self.text(of: member.value)
            case "ts" where time == nil: time = Self.text(of: member.value)
            case "url" where member.value.kind == .string && url == nil: url = member.value.stringValue
            case "event_args" where member.value.kind == .object:
                for argument in member.value.members {
                    arguments.append(
                        Argument(name: argument.key.stringValue ?? argument.key.text, value: Self.text(of: argument.value))
                    )
                }
            default: arguments.append(Argument(name: key, value: Self.text(of: member.value)))
            }
        }
        guard let name else { return nil }
        self.name = name
        self.time = time
        self.url = url
        self.arguments = arguments
    }

    private static func text(of node: JSONDocument.Node) -> String {
        node.stringValue ?? node.text
    }
}
