package import JSONDocument

/// Why a declaration in JSON cannot be read, and where.
package struct DeclarationError: Error, Sendable, Hashable {
    /// The path of the value, such as `filters[0].data[1].port`.
    package var path: String
    /// The offset of the value's first byte, from 0.
    package var offset: Int
    /// A sentence without its period that says what is wrong and what is expected.
    package var message: String
}

extension AndroidFilter {
    /// Reads a filter with one object for each `<data>` element, in Android's own names:
    ///
    ///     {"actions": ["android.intent.action.VIEW"], "categories": ["android.intent.category.DEFAULT"],
    ///      "data": [{"scheme": "https", "host": "a.example", "pathPrefix": "/item"}], "autoVerify": true,
    ///      "groups": [{"allow": false, "data": [{"path": "/item/old"}]}]}
    ///
    /// `app`, `activity` and `place` belong to the owner of the filter. An unknown key is an error, because it may be a misspelled one.
    package init(_ node: JSONDocument.Node, path: String) throws(DeclarationError) {
        let reader = DeclarationReader(path: path)
        try reader.check(node, ["app", "activity", "place", "actions", "categories", "data", "groups", "autoVerify", "priority"])
        self.init(actions: try reader.texts(node, "actions"), categories: try reader.texts(node, "categories"))
        for (index, data) in try reader.array(node, "data").enumerated() {
            try addData(data, DeclarationReader(path: "\(path).data[\(index)]"))
        }
        for (index, group) in try reader.array(node, "groups").enumerated() {
            groups.append(try Group(group, DeclarationReader(path: "\(path).groups[\(index)]")))
        }
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
        for (index, data) in try reader.array(node, "data").enumerated() {
            let reader = DeclarationReader(path: "\(reader.path).data[\(index)]")
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
        let reader = DeclarationReader(path: "")
        guard let intent = node["intent"] else { throw reader.error(node, "intent", "is missing") }
        let asked = DeclarationReader(path: "intent")
        try asked.check(intent, ["action", "categories", "data", "type", "package"])
        request = AndroidRequest(
            action: try asked.text(intent, "action"), categories: try asked.texts(intent, "categories"),
            data: try asked.text(intent, "data").map { AndroidURI($0) }, type: try asked.text(intent, "type"))
        api = try reader.number(node, "api") ?? api
        needsDefault = try reader.flag(node, "defaultOnly") ?? false
        let package = try asked.text(intent, "package")
        for (index, filter) in try reader.array(node, "filters").enumerated() {
            let path = "filters[\(index)]"
            let read = try AndroidFilter(filter, path: path)
            let app = try DeclarationReader(path: path).text(filter, "app")
            if package == nil || app == package { filters.append(read) }
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

/// Reads the values of an object in a declaration, and says which value has another type than expected.
struct DeclarationReader {
    let path: String

    func check(_ node: JSONDocument.Node, _ known: [String]) throws(DeclarationError) {
        guard node.kind == .object else { throw error(node, "", "must be an object") }
        for member in node.members where !known.contains(member.key.stringValue ?? "") {
            throw error(member.key, member.key.stringValue ?? "", "is not known here; known are \(known.joined(separator: ", "))")
        }
    }

    func text(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> String? {
        guard let value = value(node, key) else { return nil }
        guard let text = value.stringValue else { throw error(value, key, "must be a text") }
        return text
    }

    func flag(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> Bool? {
        guard let value = value(node, key) else { return nil }
        guard let flag = value.boolValue else { throw error(value, key, "must be true or false") }
        return flag
    }

    /// Reads a whole number, which may be written as a text.
    func number(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> Int? {
        guard let value = value(node, key) else { return nil }
        guard let number = Int(value.numberLiteral ?? value.stringValue ?? "") else {
            throw error(value, key, "must be a whole number")
        }
        return number
    }

    func array(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> [JSONDocument.Node] {
        guard let value = value(node, key) else { return [] }
        guard value.kind == .array else { throw error(value, key, "must be an array") }
        return Array(value.elements)
    }

    func texts(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> [String] {
        var texts: [String] = []
        for (index, value) in try array(node, key).enumerated() {
            guard let text = value.stringValue else { throw error(value, "\(key)[\(index)]", "must be a text") }
            texts.append(text)
        }
        return texts
    }

    /// Reads the patterns of a part of the link, such as `pathPrefix` and `pathPattern` for `path`.
    func patterns(_ node: JSONDocument.Node, _ name: String) throws(DeclarationError) -> [FilterPattern] {
        var patterns: [FilterPattern] = []
        for kind in FilterPattern.Kind.allCases {
            if let text = try text(node, name + kind.rawValue) { patterns.append(FilterPattern(kind, text)) }
        }
        return patterns
    }

    private func value(_ node: JSONDocument.Node, _ key: String) -> JSONDocument.Node? {
        node[key].flatMap { $0.kind == .null ? nil : $0 }
    }

    func error(_ node: JSONDocument.Node, _ key: String, _ message: String) -> DeclarationError {
        let place = key.isEmpty ? path : path.isEmpty ? key : "\(path).\(key)"
        return DeclarationError(path: place, offset: node.range.lowerBound, message: "\(place) \(message)")
    }
}
