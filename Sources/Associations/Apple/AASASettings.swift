import JSONDocument

/// The settings of a rule. Missing settings are inherited from `details[].defaults`, then from `applinks.defaults`, then from the built-in
/// values.
struct AASASettings {
    static let keys = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded"]

    var path: JSONDocument.Node?
    /// The query setting: a string, or an object of strings.
    var query: JSONDocument.Node?
    var fragment: JSONDocument.Node?
    var isExcluding: Bool?
    var isCaseSensitive: Bool?
    var isPercentEncoded: Bool?

    init() {}

    /// Parses the settings in `defaults`, if there are any.
    init(_ defaults: JSONDocument.Node?, name: String, _ sink: inout FindingSink) {
        self.init()
        guard let defaults else { return }
        guard defaults.kind == .object else {
            sink.add(.wrongType, "\(name) must be an object; it is ignored.", at: defaults.range)
            return
        }
        sink.checkKeys(of: defaults, known: Self.keys + ["comment"], in: name)
        self = AASASettings(members: defaults, &sink)
    }

    init(members node: JSONDocument.Node, _ sink: inout FindingSink) {
        path = Self.text(node["/"], "/", &sink)
        fragment = Self.text(node["#"], "#", &sink)
        query = Self.query(node["?"], &sink)
        isExcluding = Self.bool(node["exclude"], "exclude", &sink)
        isCaseSensitive = Self.bool(node["caseSensitive"], "caseSensitive", &sink)
        isPercentEncoded = Self.bool(node["percentEncoded"], "percentEncoded", &sink)
    }

    /// Returns these settings. Missing settings are taken from `others`.
    func over(_ others: AASASettings) -> AASASettings {
        var settings = self
        settings.path = path ?? others.path
        settings.query = query ?? others.query
        settings.fragment = fragment ?? others.fragment
        settings.isExcluding = isExcluding ?? others.isExcluding
        settings.isCaseSensitive = isCaseSensitive ?? others.isCaseSensitive
        settings.isPercentEncoded = isPercentEncoded ?? others.isPercentEncoded
        return settings
    }

    private static func text(_ node: JSONDocument.Node?, _ key: String, _ sink: inout FindingSink) -> JSONDocument.Node? {
        guard let node else { return nil }
        if node.kind == .string { return node }
        sink.add(.wrongType, "\"\(key)\" must be a string; this is \(node.kind.withArticle) and is ignored.", at: node.range)
        return nil
    }

    private static func bool(_ node: JSONDocument.Node?, _ key: String, _ sink: inout FindingSink) -> Bool? {
        guard let node else { return nil }
        if let value = node.boolValue { return value }
        sink.add(.wrongType, "\"\(key)\" must be true or false; this is \(node.kind.withArticle) and is ignored.", at: node.range)
        return nil
    }

    /// Returns the node if it is a valid query setting. A single value that is not a string makes the whole object invalid.
    private static func query(_ node: JSONDocument.Node?, _ sink: inout FindingSink) -> JSONDocument.Node? {
        guard let node else { return nil }
        if node.kind == .string { return node }
        guard node.kind == .object else {
            sink.add(
                .queryIgnored, "\"?\" must be a string or an object of strings; it is ignored, and the rule matches any query.",
                at: node.range)
            return nil
        }
        for member in node.members where member.value.kind != .string {
            let message = "This value is not a string, so all of \"?\" is ignored and the rule matches any query. Put it in quotes."
            sink.add(.queryIgnored, message, at: member.value.range)
            return nil
        }
        return node
    }
}
