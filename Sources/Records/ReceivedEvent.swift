package import JSONDocument

/// A measurement event that came in as a JSON object: an app's own report, a line of a log, another inspector's stream.
///
/// `event` or `event_name` is its name, `ts` its time, `url` its link; every other key is an argument. Bolts' own dictionary
/// (`event_name`, `event_args`) is one such form: the members of `event_args` are arguments like the others.
package struct ReceivedEvent: Sendable, Hashable {
    package struct Argument: Sendable, Hashable {
        package var name: String
        /// A string as it reads, anything else as it was written.
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

    /// Nil when the object has no name for an event.
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
