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

    init(detail: Int, settings: AASASettings, variables: SubstitutionVariables, sink: FindingSink) {
        self.detail = detail
        self.settings = settings
        self.variables = variables
        self.sink = sink
    }

    /// Parses `components` or, if there are none, `paths` as on iOS 9 to 12.
    mutating func read(_ node: JSONDocument.Node) {
        let components = node["components"]
        let paths = node["paths"]
        if components != nil, let paths {
            let message = "\"paths\" is ignored because \"components\" is present: only iOS 12 and earlier read it."
            sink.add(.pathsIgnored, message, at: paths.range)
            var legacy = AASARules(detail: detail, settings: settings, variables: variables, sink: FindingSink())
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
    private struct Form {
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
        hasImpossiblePattern = false
        var query: AASAComponent.Query?
        if let node = settings.query, node.kind == .string {
            query = .whole(pattern(node, .query, form))
        } else if let node = settings.query {
            query = .items(items(of: node, form))
        }
        let path = path.map { pattern($0.text, $0.node, .path, form, isLegacy: true) } ?? settings.path.map { pattern($0, .path, form) }
        let fragment = settings.fragment.map { pattern($0, .fragment, form) }
        components.append(
            AASAComponent(
                place: place,
                range: range,
                path: path,
                query: query,
                fragment: fragment,
                isImpossible: hasImpossiblePattern,
                isExcluding: isExcluding || settings.isExcluding ?? false,
                ignoresCase: form.ignoresCase,
                isPercentEncoded: form.isAsWritten,
                comment: comment
            ))
    }

    /// Returns the parameters and their patterns. If several members have the same name, the last one counts and takes the place of the
    /// first.
    private mutating func items(of node: JSONDocument.Node, _ form: Form) -> [(name: ParameterName, pattern: Pattern)] {
        var items: [(name: ParameterName, pattern: Pattern)] = []
        var places: [[UInt8]: Int] = [:]
        for member in node.members {
            let text = member.key.stringValue ?? ""
            let bytes = Array(text.utf8)
            let item = (name: ParameterName(text, ignoresCase: form.ignoresCase), pattern: pattern(member.value, .value, form))
            if let message = item.name.impossibility(isAsWritten: form.isAsWritten) {
                hasImpossiblePattern = true
                sink.addOnce(.impossiblePattern, message, at: member.key.range)
            }
            if let place = places[bytes] {
                items[place] = item
            } else {
                places[bytes] = items.count
                items.append(item)
            }
        }
        return items
    }

    /// Whether a pattern of the rule that is being read can never match.
    private var hasImpossiblePattern = false

    private mutating func pattern(_ node: JSONDocument.Node, _ part: PatternMistake.Subject.Part, _ form: Form) -> Pattern {
        pattern(node.stringValue ?? "", node, part, form)
    }

    private mutating func pattern(
        _ text: String, _ node: JSONDocument.Node, _ part: PatternMistake.Subject.Part, _ form: Form, isLegacy: Bool = false
    ) -> Pattern {
        let pattern = Pattern(text, for: part == .path ? .path : .plain, variables: variables, ignoresCase: form.ignoresCase)
        let subject = PatternMistake.Subject(part: part, isLegacy: isLegacy, isAsWritten: form.isAsWritten)
        if let undefined = pattern.undefinedVariable {
            let similar = variables.similar(to: undefined.name).map { " Write $(\($0.prefix(80)))." } ?? ""
            let message = "$(\(undefined.name.prefix(80))) is not defined, so this rule matches nothing.\(similar)"
            sink.addOnce(.undefinedVariable, message, at: node.range)
        } else if let name = variables.emptyVariable(in: text) {
            hasImpossiblePattern = true
            let message = "The variable $(\(name.prefix(80))) has no values, so this rule matches nothing. Add values, or remove the rule."
            sink.addOnce(.impossiblePattern, message, at: node.range)
        } else if let name = variables.bareVariable(in: text) {
            let name = name.prefix(80)
            let message = "\"\(text.prefix(200))\" contains $\(name) as literal text. To use the variable, write $(\(name))."
            sink.addOnce(.unclosedVariable, message, at: node.range)
        } else if let mistake = PatternMistake(text, for: subject) {
            hasImpossiblePattern = hasImpossiblePattern || mistake.code == .impossiblePattern
            sink.addOnce(mistake.code, mistake.message, at: node.range)
        }
        return pattern
    }
}
