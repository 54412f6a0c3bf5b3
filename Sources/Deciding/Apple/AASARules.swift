import JSONDocument
import LinkLayers

extension AASAReader {
    /// Parses the rules of the last entry of `details`: `components` or, if there are none, `paths` as on iOS 9 to 12.
    mutating func rules(of entry: JSONDocument.Node, _ settings: AASASettings) -> [AASAComponent] {
        let components = entry["components"]
        guard let list = components ?? entry["paths"] else {
            sink.add(.noRules, "details[\(details.count - 1)] has no \"components\": the app gets no link.", at: entry.range)
            return []
        }
        let (key, kind) = components != nil ? ("components", "an array") : ("paths", "an array of strings")
        let problem = "\"\(key)\" must be \(kind): the app has no rules and gets no link."
        guard sink.value(list, .array, else: problem) != nil else { return [] }
        let rules = rules(list, isLegacy: components == nil, settings)
        if list.count == 0 { sink.add(.noRules, "\"\(key)\" is empty: the app gets no link.", at: list.range) }
        return rules
    }

    /// Parses the rules of `components` or, if they are legacy rules, of `paths`.
    mutating func rules(_ list: JSONDocument.Node, isLegacy: Bool, _ settings: AASASettings) -> [AASAComponent] {
        list.elements.enumerated().compactMap { index, node in
            let place = AASAComponent.Place(detail: details.count - 1, index: index, isLegacy: isLegacy)
            return isLegacy ? legacyRule(node, place, settings) : rule(node, place, settings)
        }
    }

    private mutating func rule(_ node: JSONDocument.Node, _ place: AASAComponent.Place, _ settings: AASASettings) -> AASAComponent? {
        let object = sink.object(
            node, AASASettings.keys + ["comment"], in: "\(place)", else: "\(place) must be an object; it is ignored.")
        guard let node = object else { return nil }
        let own = AASASettings(members: node, &sink)
        return rule(own.over(settings), path: nil, comment: node["comment"]?.stringValue, at: place, node.range)
    }

    private mutating func legacyRule(_ node: JSONDocument.Node, _ place: AASAComponent.Place, _ settings: AASASettings) -> AASAComponent? {
        guard let text = sink.value(node, .string, else: "\(place) must be a string; it is ignored.")?.stringValue else { return nil }
        let isExcluding = text.utf8.starts(with: "NOT ".utf8)
        let path = isExcluding ? String(decoding: text.utf8.dropFirst(4), as: UTF8.self) : text
        return rule(settings, path: (path, node), isExcluding: isExcluding, comment: nil, at: place, node.range)
    }

    private mutating func rule(
        _ settings: AASASettings, path: (text: String, node: JSONDocument.Node)?, isExcluding: Bool = false, comment: String?,
        at place: AASAComponent.Place, _ range: Range<Int>
    ) -> AASAComponent {
        let form = LinkSubject.View(
            isDecoded: settings["percentEncoded"]?.boolValue == false, isFolded: settings["caseSensitive"]?.boolValue == false)
        let query = settings["?"].map { setting($0, .query, form) }
        let path = path.map { pattern($0.text, $0.node, .path, form, isLegacy: true) } ?? settings["/"].map { setting($0, .path, form) }
        let fragment = settings["#"].map { setting($0, .fragment, form) }
        return AASAComponent(
            place: place, range: range, path: path?.pattern, query: query?.content, fragment: fragment?.pattern,
            isImpossible: [query, path, fragment].contains { $0?.isImpossible == true },
            isExcluding: isExcluding || settings["exclude"]?.boolValue ?? false, ignoresCase: form.isFolded,
            isPercentEncoded: !form.isDecoded, comment: comment)
    }

    /// Compiles a setting, unless an earlier rule has the same setting from the defaults.
    private mutating func setting(_ node: JSONDocument.Node, _ part: TextInclusion.Part, _ form: LinkSubject.View) -> CompiledSetting {
        let key = CompiledSettings.Key(place: node.range.lowerBound, form: form, isIgnored: isIgnored)
        if let known = compiled.settings[key] { return known }
        let setting = node.kind == .object ? items(of: node, form) : pattern(node.stringValue ?? "", node, part, form)
        compiled.settings[key] = setting
        return setting
    }

    /// Compiles the parameters and their patterns. If several members have the same name, the last one counts and takes the place of the
    /// first.
    private mutating func items(of node: JSONDocument.Node, _ form: LinkSubject.View) -> CompiledSetting {
        var items: [ParameterPattern] = []
        var places: [[UInt8]: Int] = [:]
        var isImpossible = false
        for member in node.members {
            let text = member.key.stringValue ?? ""
            let bytes = Array(text.utf8)
            let value = pattern(member.value.stringValue ?? "", member.value, .value, form)
            guard let wanted = value.pattern else { continue }
            let item = (name: ParameterName(text, ignoresCase: form.isFolded), pattern: wanted)
            isImpossible = isImpossible || value.isImpossible
            if let message = item.name.impossibility(isAsWritten: !form.isDecoded) {
                isImpossible = true
                sink.addOnce(.impossiblePattern, message, at: member.key.range)
            } else if wanted.text == "*", !isIgnored {
                let message = "\"*\" matches any \"\(text.prefix(80))\", also none, so it is no condition. \"?*\" requires the parameter."
                sink.add(.queryIgnored, message, at: member.value.range, severity: .note)
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
        _ text: String, _ node: JSONDocument.Node, _ part: TextInclusion.Part, _ form: LinkSubject.View, isLegacy: Bool = false
    ) -> CompiledSetting {
        let pattern = Pattern(text, isPath: part == .path, variables: variables, ignoresCase: form.isFolded)
        let subject = PatternMistake.Subject(part: part, isLegacy: isLegacy, isAsWritten: !form.isDecoded)
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
        var form: LinkSubject.View
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

    /// The setting with this key. The query is a string, or an object of strings.
    subscript(key: String) -> JSONDocument.Node? { Self.keys.firstIndex(of: key).flatMap { nodes[$0] } }

    /// Parses the settings in `defaults`, if there are any.
    init(_ defaults: JSONDocument.Node?, name: String, _ sink: inout FindingSink) {
        let problem = "\(name) must be an object; it is ignored."
        guard let defaults = sink.object(defaults, Self.keys + ["comment"], in: name, else: problem) else { return }
        self = AASASettings(members: defaults, &sink)
    }

    init(members node: JSONDocument.Node, _ sink: inout FindingSink) {
        for (index, key) in Self.keys.enumerated() {
            guard let value = node[key] else { continue }
            if key == "?" {
                nodes[index] = Self.query(value, &sink)
            } else {
                let (kind, wanted): (JSONDocument.Node.Kind, _) = index < 2 ? (.string, "a string") : (.bool, "true or false")
                nodes[index] = sink.value(
                    value, kind, else: "\"\(key)\" must be \(wanted); this is \(value.kind.withArticle) and is ignored.")
            }
        }
    }

    /// Returns these settings. Missing settings are taken from `others`.
    func over(_ others: AASASettings) -> AASASettings {
        var settings = self
        settings.nodes = zip(nodes, others.nodes).map { $0 ?? $1 }
        return settings
    }

    /// Returns the node if it is a valid query setting. A single value that is not a string makes the whole object invalid.
    private static func query(_ node: JSONDocument.Node, _ sink: inout FindingSink) -> JSONDocument.Node? {
        if node.kind == .string { return node }
        let problem = "\"?\" must be a string or an object of strings; it is ignored, and the rule matches any query."
        guard let node = sink.value(node, .object, .queryIgnored, else: problem) else { return nil }
        let other = "This value is not a string, so all of \"?\" is ignored and the rule matches any query. Put it in quotes."
        return node.members.allSatisfy { sink.value($0.value, .string, .queryIgnored, else: other) != nil } ? node : nil
    }
}
