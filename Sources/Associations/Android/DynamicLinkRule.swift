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
    package let comments: String?
    package let range: Range<Int>

    let path: Pattern?
    let items: [(name: [UInt8], pattern: Pattern)]
    let fragment: Pattern?

    init(_ node: JSONDocument.Node, index: Int, _ sink: inout FindingSink) {
        self.index = index
        range = node.range
        sink.checkKeys(of: node, known: ["/", "?", "#", "exclude", "comments"], in: "dynamic_app_link_components[\(index)]")
        let text = { (key: String, sink: inout FindingSink) -> Pattern? in
            guard let value = node[key] else { return nil }
            if let text = value.stringValue { return Pattern(text) }
            sink.add(.wrongType, "\"\(key)\" must be a string; it is ignored.", at: value.range)
            return nil
        }
        path = text("/", &sink)
        fragment = text("#", &sink)
        comments = node["comments"]?.stringValue
        isExcluding = node["exclude"]?.boolValue ?? false
        if let exclude = node["exclude"], exclude.kind != .bool {
            sink.add(.wrongType, "\"exclude\" must be true or false; it is ignored.", at: exclude.range)
        }
        var items: [(name: [UInt8], pattern: Pattern)] = []
        if let query = node["?"] {
            if query.kind == .object {
                for member in query.members {
                    guard let value = member.value.stringValue else {
                        sink.add(.wrongType, "A parameter's pattern must be a string; it is ignored.", at: member.value.range)
                        continue
                    }
                    items.append((Array((member.key.stringValue ?? "").utf8), Pattern(value)))
                }
            } else {
                let message =
                    "\"?\" must be an object of parameters; Android ignores \(query.kind.withArticle), so the rule matches any query."
                sink.add(.queryStringIgnored, message, at: query.range)
            }
        }
        self.items = items
    }

    func matches(_ subject: inout LinkSubject, _ effort: inout Pattern.Effort) -> Bool {
        let view = LinkSubject.View(isDecoded: true)
        if let path, !matches(path, subject.text(.wholePath, view), &effort) { return false }
        if let fragment, !matches(fragment, subject.text(.fragment, view), &effort) { return false }
        guard !items.isEmpty else { return true }
        let given = subject.items(view)
        return items.allSatisfy { name, pattern in
            given.contains { item in
                item.name.bytes.span.extracting(item.name.range).isEqual(to: name.span) && matches(pattern, item.value, &effort)
            }
        }
    }

    private func matches(_ pattern: Pattern, _ text: SubjectText, _ effort: inout Pattern.Effort) -> Bool {
        pattern.isEverything || pattern.answer(text.bytes.span.extracting(text.range), &effort) == .match
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

    /// Returns what the dynamic rules decide about a link on Android 15 and later. Earlier versions ignore the rules.
    package func dynamicOutcome(for link: LinkURL) -> DynamicOutcome {
        var effort = Pattern.Effort()
        return dynamicOutcome(for: link, &effort)
    }

    /// Returns the outcome for a link. `effort` limits the work and is shared with other questions.
    package func dynamicOutcome(for link: LinkURL, _ effort: inout Pattern.Effort) -> DynamicOutcome {
        guard let dynamicRules, !dynamicRules.isEmpty else { return .unrestricted }
        var subject = LinkSubject(link)
        for rule in dynamicRules where rule.matches(&subject, &effort) {
            return rule.isExcluding ? .exclude(rule: rule.index) : .match(rule: rule.index)
        }
        return .noRule
    }
}
