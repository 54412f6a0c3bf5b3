import JSONDocument

/// Parses the rules of one entry of `details`.
struct AASARules {
    private(set) var components: [AASAComponent] = []
    /// The rules of `paths`, if devices ignore them because of `components`, and the range of their list.
    private(set) var ignored: (rules: [AASAComponent], range: Range<Int>)?
    var sink: FindingSink

    private let detail: Int
    private let settings: AASASettings
    private let variables: SubstitutionVariables
    private let compiled: CompiledSettings
    /// Whether devices ignore these rules, so that their findings are dropped.
    private let isIgnored: Bool

    /// - Parameter compiled: The settings of the file's earlier rules.
    init(
        detail: Int, settings: AASASettings, variables: SubstitutionVariables, compiled: CompiledSettings, sink: FindingSink,
        isIgnored: Bool = false
    ) {
        self.detail = detail
        self.settings = settings
        self.variables = variables
        self.compiled = compiled
        self.sink = sink
        self.isIgnored = isIgnored
    }

    /// Parses `components` or, if there are none, `paths` as on iOS 9 to 12.
    mutating func read(_ node: JSONDocument.Node) {
        let components = node["components"]
        let paths = node["paths"]
        if components != nil, let paths {
            let message = "\"paths\" is ignored because \"components\" is present: only iOS 12 and earlier read it."
            sink.add(.pathsIgnored, message, at: paths.range)
            var legacy = AASARules(
                detail: detail, settings: settings, variables: variables, compiled: compiled, sink: FindingSink(), isIgnored: true)
            for (index, rule) in paths.elements.enumerated() { legacy.readPath(rule, index) }
            ignored = (legacy.components, paths.range)
        }
        guard let list = components ?? paths else {
            sink.add(.noRules, "details[\(detail)] has no \"components\": the app gets no link.", at: node.range)
            return
        }
        let (key, kind) = components != nil ? ("components", "an array") : ("paths", "an array of strings")
        guard list.kind == .array else {
            sink.add(.wrongType, "\"\(key)\" must be \(kind): the app has no rules and gets no link.", at: list.range)
            return
        }
        for (index, rule) in list.elements.enumerated() {
            if components != nil { readComponent(rule, index) } else { readPath(rule, index) }
        }
        if list.count == 0 { sink.add(.noRules, "\"\(key)\" is empty: the app gets no link.", at: list.range) }
    }

    private mutating func readComponent(_ node: JSONDocument.Node, _ index: Int) {
        let place = AASAComponent.Place(detail: detail, index: index, isLegacy: false)
        guard node.kind == .object else {
            sink.add(.wrongType, "\(place) must be an object; it is ignored.", at: node.range)
            return
        }
        sink.checkKeys(of: node, known: AASASettings.keys + ["comment"], in: "\(place)")
        let own = AASASettings(members: node, &sink)
        add(own.over(settings), path: nil, comment: node["comment"]?.stringValue, at: place, node.range)
    }

    private mutating func readPath(_ node: JSONDocument.Node, _ index: Int) {
        let place = AASAComponent.Place(detail: detail, index: index, isLegacy: true)
        guard let text = node.stringValue else {
            sink.add(.wrongType, "\(place) must be a string; it is ignored.", at: node.range)
            return
        }
        let isExcluding = text.utf8.starts(with: "NOT ".utf8)
        let path = isExcluding ? String(decoding: text.utf8.dropFirst(4), as: UTF8.self) : text
        add(settings, path: (path, node), isExcluding: isExcluding, comment: nil, at: place, node.range)
    }

    /// How a rule compares the link.
    struct Form: Hashable {
        var ignoresCase: Bool
        var isAsWritten: Bool
    }

    private mutating func add(
        _ settings: AASASettings,
        path: (text: String, node: JSONDocument.Node)?,
        isExcluding: Bool = false,
        comment: String?,
        at place: AASAComponent.Place,
        _ range: Range<Int>
    ) {
        let form = Form(ignoresCase: settings.isCaseSensitive == false, isAsWritten: settings.isPercentEncoded ?? true)
        let query = settings.query.map { setting($0, .query, form) }
        let path = path.map { pattern($0.text, $0.node, .path, form, isLegacy: true) } ?? settings.path.map { setting($0, .path, form) }
        let fragment = settings.fragment.map { setting($0, .fragment, form) }
        components.append(
            AASAComponent(
                place: place,
                range: range,
                path: path?.pattern,
                query: query?.content,
                fragment: fragment?.pattern,
                isImpossible: [query, path, fragment].contains { $0?.isImpossible == true },
                isExcluding: isExcluding || settings.isExcluding ?? false,
                ignoresCase: form.ignoresCase,
                isPercentEncoded: form.isAsWritten,
                comment: comment
            ))
    }

    /// Compiles a setting, unless an earlier rule has the same setting from the defaults.
    private mutating func setting(_ node: JSONDocument.Node, _ part: PatternMistake.Subject.Part, _ form: Form) -> CompiledSetting {
        let key = CompiledSettings.Key(place: node.range.lowerBound, form: form, isIgnored: isIgnored)
        if let known = compiled.settings[key] { return known }
        let setting = node.kind == .object ? items(of: node, form) : pattern(node.stringValue ?? "", node, part, form)
        compiled.settings[key] = setting
        return setting
    }

    /// Compiles the parameters and their patterns. If several members have the same name, the last one counts and takes the place of the
    /// first.
    private mutating func items(of node: JSONDocument.Node, _ form: Form) -> CompiledSetting {
        var items: [(name: ParameterName, pattern: Pattern)] = []
        var places: [[UInt8]: Int] = [:]
        var isImpossible = false
        for member in node.members {
            let text = member.key.stringValue ?? ""
            let bytes = Array(text.utf8)
            let value = pattern(member.value.stringValue ?? "", member.value, .value, form)
            guard let wanted = value.pattern else { continue }
            let item = (name: ParameterName(text, ignoresCase: form.ignoresCase), pattern: wanted)
            isImpossible = isImpossible || value.isImpossible
            if let message = item.name.impossibility(isAsWritten: form.isAsWritten) {
                isImpossible = true
                sink.addOnce(.impossiblePattern, message, at: member.key.range)
            }
            if let place = places[bytes] {
                items[place] = item
            } else {
                places[bytes] = items.count
                items.append(item)
            }
        }
        return CompiledSetting(content: .items(items), isImpossible: isImpossible)
    }

    private mutating func pattern(
        _ text: String, _ node: JSONDocument.Node, _ part: PatternMistake.Subject.Part, _ form: Form, isLegacy: Bool = false
    ) -> CompiledSetting {
        let pattern = Pattern(text, for: part == .path ? .path : .plain, variables: variables, ignoresCase: form.ignoresCase)
        let subject = PatternMistake.Subject(part: part, isLegacy: isLegacy, isAsWritten: form.isAsWritten)
        var isImpossible = false
        if let undefined = pattern.undefinedVariable {
            let variables = variables
            sink.addOnce(.undefinedVariable, Self.message(on: undefined.name, missingIn: variables), at: node.range)
        } else if let name = variables.emptyVariable(in: text) {
            isImpossible = true
            let message = "The variable $(\(name.prefix(80))) has no values, so this rule matches nothing. Add values, or remove the rule."
            sink.addOnce(.impossiblePattern, message, at: node.range)
        } else if let name = variables.bareVariable(in: text) {
            let name = name.prefix(80)
            let message = "\"\(text.prefix(200))\" contains $\(name) as literal text. To use the variable, write $(\(name))."
            sink.addOnce(.unclosedVariable, message, at: node.range)
        } else if let mistake = PatternMistake(text, for: subject) {
            isImpossible = mistake.code == .impossiblePattern
            sink.addOnce(mistake.code, mistake.message, at: node.range)
        }
        return CompiledSetting(content: .whole(pattern), isImpossible: isImpossible)
    }

    private static func message(on name: String, missingIn variables: SubstitutionVariables) -> String {
        let similar = variables.similar(to: name).map { " Write $(\($0.prefix(80)))." } ?? ""
        return "$(\(name.prefix(80))) is not defined, so this rule matches nothing.\(similar)"
    }
}

/// A setting of a rule for the path, the query or the fragment.
struct CompiledSetting {
    var content: AASAComponent.Query
    /// Whether one of the patterns has a mistake that keeps it from ever matching.
    var isImpossible: Bool

    /// The pattern for the whole part. Nil if the setting has a pattern for each parameter.
    var pattern: Pattern? {
        if case .whole(let pattern) = content { pattern } else { nil }
    }
}

/// The compiled settings of one file. Rules share the settings that they inherit, because a file has room for a long default and for
/// thousands of rules that inherit it.
final class CompiledSettings {
    struct Key: Hashable {
        /// The offset of the setting in the file.
        var place: Int
        var form: AASARules.Form
        /// Whether devices ignore the rule. The mistakes of such a rule are not reported, so other rules must not share its settings.
        var isIgnored: Bool
    }

    var settings: [Key: CompiledSetting] = [:]
}

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
