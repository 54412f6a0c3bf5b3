package import JSONDocument

extension AndroidFilter {
    /// Reads a filter with one object for each `<data>` element, in Android's own names:
    ///
    ///     {"actions": ["android.intent.action.VIEW"], "categories": ["android.intent.category.DEFAULT"],
    ///      "data": [{"scheme": "https", "host": "a.example", "pathPrefix": "/item"}], "autoVerify": true,
    ///      "groups": [{"allow": false, "data": [{"path": "/item/old"}]}]}
    ///
    /// `app`, `activity` and `place` belong to the owner of the filter. An unknown key is an error, because it may be a misspelled one.
    init(_ node: JSONDocument.Node, _ reader: DeclarationReader) throws(DeclarationError) {
        try reader.check(node, ["app", "activity", "place", "actions", "categories", "data", "groups", "autoVerify", "priority"])
        self.init(actions: try reader.texts(node, "actions"), categories: try reader.texts(node, "categories"))
        for (data, reader) in try reader.objects(node, "data") { try addData(data, reader) }
        for (group, reader) in try reader.objects(node, "groups") { groups.append(try Group(group, reader)) }
        isVerifiedAutomatically = try reader.flag(node, "autoVerify") ?? false
        priority = try reader.number(node, "priority") ?? 0
    }

    private mutating func addData(_ data: JSONDocument.Node, _ reader: DeclarationReader) throws(DeclarationError) {
        let names = ["path", "ssp"].flatMap { name in FilterPattern.Kind.allCases.map { name + $0.rawValue } }
        try reader.check(data, ["scheme", "host", "port", "mimeType"] + names)
        if let scheme = try reader.text(data, "scheme") { schemes.append(scheme) }
        let port = try reader.number(data, "port")
        // Android ignores a port without a host.
        if let host = try reader.text(data, "host") { authorities.append(Authority(host: host, port: port)) }
        if let type = try reader.text(data, "mimeType") { types.append(type) }
        paths += try reader.patterns(data, "path")
        schemeSpecificParts += try reader.patterns(data, "ssp")
    }
}

extension AndroidFilter.Group {
    fileprivate init(_ node: JSONDocument.Node, _ reader: DeclarationReader) throws(DeclarationError) {
        try reader.check(node, ["allow", "data"])
        self.init(allows: try reader.flag(node, "allow") ?? true, [])
        for (data, reader) in try reader.objects(node, "data") {
            let parts = AndroidFilter.Part.allCases
            try reader.check(data, parts.flatMap { part in FilterPattern.Kind.allCases.map { part.rawValue + $0.rawValue } })
            for part in parts { conditions += try reader.patterns(data, part.rawValue).map { Condition(part, $0) } }
        }
    }
}

/// A question whether filters match: the filters of some apps, and what is asked of them.
package struct FilterQuestion: Sendable {
    /// The filters that the request can reach.
    package var filters: [AndroidFilter] = []
    package var request: AndroidRequest
    /// The API level of the device.
    package var api = 36
    package var needsDefault = false

    /// Reads a question:
    ///
    ///     {"filters": [{"app": "com.example.a", …}], "intent": {"action": "android.intent.action.VIEW", "data": "shop://item/7"}}
    ///
    /// `api` is the API level, 36 if it is missing. `defaultOnly` asks as for starting an activity. A `package` in the intent leaves only
    /// the filters of that app.
    package init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader()
        let intent = try reader.needed(node["intent"], node, "intent")
        let asked = DeclarationReader("intent")
        try asked.check(intent, ["action", "categories", "data", "type", "package"])
        request = AndroidRequest(
            action: try asked.text(intent, "action"), categories: try asked.texts(intent, "categories"),
            data: try asked.text(intent, "data").map { AndroidURI($0) }, type: try asked.text(intent, "type"))
        api = try reader.number(node, "api") ?? api
        needsDefault = try reader.flag(node, "defaultOnly") ?? false
        let package = try asked.text(intent, "package")
        for (node, reader) in try reader.objects(node, "filters") {
            let filter = try AndroidFilter(node, reader)
            let app = try reader.text(node, "app")
            if package == nil || app == package { filters.append(filter) }
        }
    }

    /// Whether a filter matches; if none does, why the first one does not.
    package var answer: (matches: Bool, reason: String) {
        let misses = filters.map { $0.miss(request, api: api, needsDefault: needsDefault) }
        if let index = misses.firstIndex(of: nil) { return (true, "filter \(index + 1) matches") }
        guard let first = misses.first else { return (false, "no filter belongs to the package of the intent") }
        return (false, first?.words ?? "")
    }
}
