package import AppLinks
import Bytes

extension AssetLinksFile.Statement {
    /// Returns the dynamic rules that are tried on a link, in order. If a rule matches, it is the last one and decides.
    package func steps(for link: LinkURL) -> [RuleStep] {
        var effort = Pattern.Effort()
        return steps(for: link, &effort)
    }

    /// Returns the rules that are tried. `effort` limits the work and is shared with other questions.
    func steps(for link: LinkURL, _ effort: inout Pattern.Effort) -> [RuleStep] {
        var subject = LinkSubject(link)
        var steps: [RuleStep] = []
        // As with Apple's rules, a rule that would accept the link ranks before a rule that would exclude it. Next comes the number of
        // matching parts, then the number of matching bytes in the first part that fails.
        var nearest: (step: Int, rank: (accepts: Int, parts: Int, bytes: Int))?
        for rule in dynamicRules ?? [] {
            let miss = rule.miss(&subject, &effort)
            if let miss {
                let rank = (rule.isExcluding ? 0 : 1, miss.parts, miss.miss.matched)
                if nearest.map({ $0.rank < rank }) ?? true { nearest = (steps.count, rank) }
            }
            let place = "dynamic_app_link_components[\(rule.index)]"
            steps.append(RuleStep(place: place, range: rule.range, isExcluding: rule.isExcluding, miss: miss?.miss))
            if miss == nil { break }
        }
        if let nearest { steps[nearest.step].isNearest = true }
        return steps
    }
}

extension DynamicLinkRule {
    /// Returns the reason why the rule does not match, and the number of parts that matched before the failing part. Returns nil if the
    /// rule matches.
    fileprivate func miss(_ subject: inout LinkSubject, _ effort: inout Pattern.Effort) -> (miss: RuleStep.Miss, parts: Int)? {
        let view = LinkSubject.View(isDecoded: true)
        var parts = 0
        for (pattern, part, name) in [(path, .wholePath, .path), (fragment, .fragment, .fragment)]
            as [(Pattern?, LinkSubject.Part, RuleStep.Miss.Part)]
        {
            guard let pattern else { continue }
            if let miss = Self.miss(of: pattern, on: subject.text(part, view), name, &effort) { return (miss, parts) }
            parts += 1
        }
        guard !items.isEmpty else { return nil }
        let given = subject.items(view)
        for (name, pattern) in items {
            let part = RuleStep.Miss.Part.item(String(decoding: name, as: UTF8.self))
            let values = given.filter { $0.name.bytes.span.extracting($0.name.range).isEqual(to: name.span) }.map(\.value)
            let misses = values.compactMap { Self.miss(of: pattern, on: $0, part, &effort) }
            // If a parameter occurs several times, one of its values must match.
            if misses.count < values.count { continue }
            if let furthest = misses.max(by: { $0.matched < $1.matched }) { return (furthest, parts) }
            let end = subject.components.query?.upperBound ?? subject.components.path.upperBound
            let absent = RuleStep.Miss(
                part: part, cause: .absentItem, pattern: pattern.text, patternOffset: 0, linkOffset: end, linkEnd: end, matched: 0)
            return (absent, parts)
        }
        return nil
    }

    private static func miss(
        of pattern: Pattern, on text: SubjectText, _ part: RuleStep.Miss.Part, _ effort: inout Pattern.Effort
    ) -> RuleStep.Miss? {
        guard !pattern.isEverything else { return nil }
        let answer = pattern.answer(text.bytes.span.extracting(text.range), &effort)
        return answer == .match ? nil : RuleStep.Miss(of: pattern, on: text, part, answer, &effort)
    }
}
