package import AppLinks
import Bytes
import JSONDocument

/// A rule with which a site restricts the links that an app opens, on Android 15 and later.
///
/// The patterns are like Apple's patterns, but without variables. Path, parameters and fragment are decoded before they are compared. A
/// parameter must be present. If it occurs several times, one of its values must match.
package struct DynamicLinkRule: Sendable {
    package let index: Int
    package let isExcluding: Bool
    package let range: Range<Int>

    let path: Pattern?
    let items: [ParameterPattern]
    let fragment: Pattern?

    /// Parses a rule. Returns nil, with a finding, if the value is no object.
    init?(_ node: JSONDocument.Node, index: Int, _ sink: inout FindingSink) {
        let object = sink.object(
            node, ["/", "?", "#", "exclude", "comments"], in: "dynamic_app_link_components[\(index)]",
            else: "A rule must be an object; this one is ignored.")
        guard let node = object else { return nil }
        self.index = index
        range = node.range
        path = sink.value(node["/"], .string, else: "\"/\" must be a string; it is ignored.")?.stringValue.map { Pattern($0) }
        fragment = sink.value(node["#"], .string, else: "\"#\" must be a string; it is ignored.")?.stringValue.map { Pattern($0) }
        isExcluding = sink.value(node["exclude"], .bool, else: "\"exclude\" must be true or false; it is ignored.")?.boolValue ?? false
        let kind = node["?"]?.kind ?? .object
        let query = sink.value(
            node["?"], .object, .queryStringIgnored,
            else: "\"?\" must be an object of parameters; Android ignores \(kind.withArticle), so the rule matches any query.")
        let consequence = query?.count == 1 ? "it is ignored, so the rule matches any query." : "it is ignored."
        items =
            query?.members.compactMap { member in
                let value = sink.value(
                    member.value, .string,
                    else: "A parameter's pattern must be a string\(query?.count == 1 ? ":" : ";") \(consequence) Put it in quotes.")
                return value?.stringValue.map { (ParameterName(member.key.stringValue ?? ""), Pattern($0)) }
            } ?? []
    }

    /// Returns whether this rule matches each link that a later rule matches. False is not certain.
    func covers(_ rule: DynamicLinkRule, effort: inout Int) -> Bool {
        effort -= 20
        guard Self.covers(path, rule.path, effort: &effort), Self.covers(fragment, rule.fragment, effort: &effort) else { return false }
        return items.allSatisfy { item in
            rule.items.contains { $0.name.bytes == item.name.bytes && Self.covers(item.pattern, $0.pattern, effort: &effort) }
        }
    }

    /// Not inlined, because the optimizer needs ten seconds for the copies of this comparison in nested loops.
    @inline(never)
    private static func covers(_ outer: Pattern?, _ inner: Pattern?, effort: inout Int) -> Bool {
        guard let outer, !outer.isEverything else { return true }
        guard let inner else { return false }
        if outer.text == inner.text { return true }
        guard effort > 0 else { return false }
        return TextInclusion.holds(TextStates(inner), in: TextStates(outer), TextInclusion.Words(part: .value), effort: &effort)
    }
}

extension RuleTrial {
    fileprivate mutating func matches(_ rule: DynamicLinkRule) -> Bool {
        let view = LinkSubject.View(isDecoded: true)
        var parts = 0
        var isMatch = true
        for (pattern, part) in [(rule.path, LinkSubject.Part.wholePath), (rule.fragment, .fragment)] where isMatch {
            guard let pattern else { continue }
            isMatch = check(pattern, part, view)
            if isMatch { parts += 1 }
        }
        let given = isMatch && !rule.items.isEmpty ? subject.items(view) : []
        for (name, pattern) in rule.items where isMatch { isMatch = check(pattern, name, given) }
        return note(
            isMatch, of: "dynamic_app_link_components[\(rule.index)]", rule.range, isExcluding: rule.isExcluding, matched: parts)
    }

    /// Returns whether one of the values of a parameter matches. If none matches, ``miss`` is that of the value that matches furthest.
    private mutating func check(_ pattern: Pattern, _ name: ParameterName, _ given: [LinkSubject.Item]) -> Bool {
        let part = RuleStep.Miss.Part.item(name.text)
        let end = subject.endOfQuery.range.lowerBound
        var furthest: RuleStep.Miss?
        for value in given.values(of: name) {
            if check(pattern, value, part) { return true }
            if let miss, furthest.map({ $0.closeness < miss.closeness }) ?? true { furthest = miss }
        }
        miss =
            furthest
            ?? RuleStep.Miss(
                part: part, cause: .absentItem, pattern: pattern.text, patternOffset: 0, linkOffset: end, linkEnd: end, matched: 0)
        return false
    }
}

extension AssetLinksFile.Statement {
    package enum DynamicOutcome: Sendable, Hashable {
        /// The statement has no rules, so the manifest alone decides.
        case unrestricted
        case match(rule: Int)
        case exclude(rule: Int)
        case noRule
    }

    /// Returns what the dynamic rules decide about a link on Android 15 and later. Earlier versions ignore the rules. `effort` limits the
    /// work and is shared with other questions.
    package func dynamicOutcome(for link: LinkURL, _ effort: inout Pattern.Effort) -> DynamicOutcome {
        guard let dynamicRules, !dynamicRules.isEmpty else { return .unrestricted }
        var trial = RuleTrial(LinkSubject(link), isTraced: false, knowsCase: false, effort: effort)
        defer { effort = trial.effort }
        for rule in dynamicRules where trial.matches(rule) {
            return rule.isExcluding ? .exclude(rule: rule.index) : .match(rule: rule.index)
        }
        return .noRule
    }

    /// Returns the dynamic rules that are tried on a link, in order. If a rule matches, it is the last one and decides. `effort` limits the
    /// work and is shared with other questions.
    package func steps(for link: LinkURL, _ effort: inout Pattern.Effort) -> [RuleStep] {
        var trial = RuleTrial(LinkSubject(link), isTraced: true, knowsCase: false, effort: effort)
        defer { effort = trial.effort }
        for rule in dynamicRules ?? [] where trial.matches(rule) { break }
        return trial.markedSteps
    }

    /// Returns the reason why a statement gives or does not give a link to its app. The outcome is nil if the link is for another host.
    static func reason(of outcome: DynamicOutcome?) -> String {
        switch outcome {
        case .unrestricted: "the statement names the app and has no dynamic rules"
        case .match(let rule):
            "the statement names the app, and dynamic_app_link_components[\(rule)] matches (Android 15 and later; earlier versions ignore it)"
        case .exclude(let rule): "dynamic_app_link_components[\(rule)] excludes the link (Android 15 and later; earlier versions ignore it)"
        case .noRule: "no dynamic rule matches (Android 15 and later; earlier versions ignore them)"
        case nil: "the link's host is not the domain that served the file"
        }
    }
}
