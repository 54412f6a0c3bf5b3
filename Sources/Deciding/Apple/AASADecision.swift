/// The decision whether an app gets a link according to an apple-app-site-association file, and the reason.
package struct AASADecision: Sendable {
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case match
        /// A rule excludes the link from the app.
        case exclude
        case noMatch = "no_match"
    }

    package enum Reason: Sendable, Hashable {
        /// The rule that matched.
        case rule(AASAComponent.Place)
        case noRule
        /// The file does not list the app.
        case appNotListed
        /// The question names no app, and no app can have one of the IDs in the file.
        case noPossibleApp
        /// No app can have the ID of the question. The text is a sentence that says why.
        case impossibleApp(String)
        /// The link's host is not the host that served the file.
        case otherHost(String)
        /// No device opens the link in an app, whatever the file says.
        case obstacle(LinkObstacle)
        /// Devices would not accept the format of the file.
        case unusableFile

        /// Whether the rules for the app decided. Any other reason is a mistake in the question or in the whole file.
        package var isAboutRules: Bool {
            switch self {
            case .rule, .noRule, .appNotListed, .otherHost: true
            case .noPossibleApp, .impossibleApp, .obstacle, .unusableFile: false
            }
        }

        /// Whether the outcome needs a reason, because no rule was tried.
        package var needsWords: Bool {
            switch self {
            case .rule, .noRule: false
            case .appNotListed, .noPossibleApp, .impossibleApp, .otherHost, .obstacle, .unusableFile: true
            }
        }
    }

    package var outcome: Outcome
    package var reason: Reason
    /// The rules that were tried, in order. If a rule matches, it is the last one and decides. Empty unless the caller asked for a trace.
    package var steps: [RuleStep] = []
    /// The link's scheme if it is not https.
    package var otherScheme: String?
}

/// A rule of an apple-app-site-association file, which accepts or excludes the links that it matches.
package struct AASAComponent: Sendable {
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The index of the entry in `details`, from 0.
        package var detail: Int
        /// The index of the rule in the entry, from 0.
        package var index: Int
        /// Whether the rule is under `paths`, the format for iOS 9 to 12.
        package var isLegacy: Bool

        package var description: String { "details[\(detail)].\(inEntry)" }
        /// The place within the entry of `details`.
        var inEntry: String { "\(isLegacy ? "paths" : "components")[\(index)]" }
    }

    package enum Query: Sendable {
        case whole(Pattern)
        /// A pattern for each of these parameters, in the order of the file.
        case items([ParameterPattern])
    }

    package let place: Place
    /// The range of the rule in the file.
    package let range: Range<Int>
    /// The pattern for the path. Nil means any path.
    package let path: Pattern?
    package let query: Query?
    package let fragment: Pattern?
    /// Whether one of the patterns has a mistake that keeps it from ever matching.
    let isImpossible: Bool
    package let isExcluding: Bool
    package let ignoresCase: Bool
    /// Whether the link is compared as written. If this is false, the link is decoded once before the comparison.
    package let isPercentEncoded: Bool
    package let comment: String?

    /// Whether the rule matches every link. In that case, later rules have no effect.
    var isEverything: Bool {
        guard path?.isEverything ?? true, fragment?.isEverything ?? true else { return false }
        switch query {
        case nil: return true
        case .whole(let pattern): return pattern.isEverything
        case .items(let items): return items.allSatisfy { $0.pattern.isEverything }
        }
    }

    /// The first parameter whose pattern a link without it matches, too.
    var emptyItem: String? {
        guard case .items(let items) = query else { return nil }
        return items.first { $0.pattern.isEverything }?.name.text
    }
}

extension RuleTrial {
    mutating func matches(_ component: AASAComponent) -> Bool {
        let view = LinkSubject.View(isDecoded: !component.isPercentEncoded, isFolded: component.ignoresCase)
        var parts = 0
        var isMatch = true
        if let path = component.path { isMatch = check(path, .path, view) }
        if isMatch {
            parts = 1
            isMatch = checkQuery(component, view)
        }
        if isMatch, let fragment = component.fragment {
            parts = 2
            isMatch = check(fragment, .fragment, view)
        }
        if component.place.isLegacy, miss?.cause == .differentCase { miss?.cause = .differentCaseOfPath }
        // A path that every link has brings no rule closer.
        let asksForPath = component.path.map { !$0.isEverything && $0.text != "/*" } ?? false
        let asked = (parts > 0 && asksForPath ? 1 : 0) + (parts > 1 && component.query != nil ? 1 : 0)
        return note(
            isMatch, of: component.place.description, component.range, isExcluding: component.isExcluding, matched: asked,
            part: asked > 0 ? parts : 0, isImpossible: component.isImpossible)
    }

    private mutating func checkQuery(_ component: AASAComponent, _ view: LinkSubject.View) -> Bool {
        switch component.query {
        case nil: return true
        case .whole(let pattern): return check(pattern, .query, view)
        case .items(let items):
            let given = items.isEmpty ? [] : subject.items(view)
            for (name, pattern) in items where !pattern.isEverything {
                let values = given.values(of: name)
                for value in values where !check(pattern, value, .item(name.text)) { return false }
                // A missing parameter counts as empty.
                if values.isEmpty, !check(pattern, subject.endOfQuery, .item(name.text)) {
                    if miss?.cause == .different { miss?.cause = .missingItem }
                    return false
                }
            }
            return true
        }
    }
}
