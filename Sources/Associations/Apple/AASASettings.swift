import JSONDocument

/// The settings of a rule. Missing settings are inherited from `details[].defaults`, then from `applinks.defaults`, then from the built-in
/// values.
struct AASASettings {
    static let keys = ["/", "#", "?", "exclude", "caseSensitive", "percentEncoded"]

    /// The valid settings, in the order of ``keys``.
    private var nodes = [JSONDocument.Node?](repeating: nil, count: keys.count)

    var path: JSONDocument.Node? { nodes[0] }
    var fragment: JSONDocument.Node? { nodes[1] }
    /// The query setting: a string, or an object of strings.
    var query: JSONDocument.Node? { nodes[2] }
    var isExcluding: Bool? { nodes[3]?.boolValue }
    var isCaseSensitive: Bool? { nodes[4]?.boolValue }
    var isPercentEncoded: Bool? { nodes[5]?.boolValue }

    /// Parses the settings in `defaults`, if there are any.
    init(_ defaults: JSONDocument.Node?, name: String, _ sink: inout FindingSink) {
        guard let defaults else { return }
        guard defaults.kind == .object else {
            sink.add(.wrongType, "\(name) must be an object; it is ignored.", at: defaults.range)
            return
        }
        sink.checkKeys(of: defaults, known: Self.keys + ["comment"], in: name)
        self = AASASettings(members: defaults, &sink)
    }

    init(members node: JSONDocument.Node, _ sink: inout FindingSink) {
        for (index, key) in Self.keys.enumerated() {
            guard let value = node[key] else { continue }
            let isValid =
                switch key {
                case "/", "#": Self.check(value, key, is: value.kind == .string, "a string", &sink)
                case "?": Self.check(query: value, &sink)
                default: Self.check(value, key, is: value.kind == .bool, "true or false", &sink)
                }
            if isValid { nodes[index] = value }
        }
    }

    /// Returns these settings. Missing settings are taken from `others`.
    func over(_ others: AASASettings) -> AASASettings {
        var settings = self
        settings.nodes = zip(nodes, others.nodes).map { $0 ?? $1 }
        return settings
    }

    private static func check(
        _ node: JSONDocument.Node, _ key: String, is isValid: Bool, _ wanted: String, _ sink: inout FindingSink
    ) -> Bool {
        if isValid { return true }
        sink.add(.wrongType, "\"\(key)\" must be \(wanted); this is \(node.kind.withArticle) and is ignored.", at: node.range)
        return false
    }

    /// Returns whether the node is a valid query setting. A single value that is not a string makes the whole object invalid.
    private static func check(query node: JSONDocument.Node, _ sink: inout FindingSink) -> Bool {
        if node.kind == .string { return true }
        guard node.kind == .object else {
            sink.add(
                .queryIgnored, "\"?\" must be a string or an object of strings; it is ignored, and the rule matches any query.",
                at: node.range)
            return false
        }
        for member in node.members where member.value.kind != .string {
            let message = "This value is not a string, so all of \"?\" is ignored and the rule matches any query. Put it in quotes."
            sink.add(.queryIgnored, message, at: member.value.range)
            return false
        }
        return true
    }
}
