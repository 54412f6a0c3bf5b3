import AppLinks
import Bytes

/// Tries rules one after another on a link.
struct AASATrial {
    private(set) var steps: [RuleStep] = []

    private var subject: LinkSubject
    /// The effort spent so far, and its limit.
    private(set) var effort: Pattern.Effort
    private let isTraced: Bool
    /// The rule that came closest to matching so far. Rules that would accept the link rank before rules that would exclude it. Among equal
    /// rules, the rank depends on the number of patterns that match before the failing part, then on the position of the failing part, and
    /// then on the number of its bytes that match.
    private var nearest: (step: Int, rank: Rank)?

    private typealias Rank = (accepts: Int, matched: Int, part: Int, bytes: Int)

    init(_ link: LinkURL, isTraced: Bool, effort: Pattern.Effort = Pattern.Effort()) {
        self.effort = effort
        subject = LinkSubject(link)
        self.isTraced = isTraced
    }

    mutating func matches(_ component: AASAComponent) -> Bool {
        let view = LinkSubject.View(isDecoded: !component.isPercentEncoded, isFolded: component.ignoresCase)
        var miss: RuleStep.Miss?
        var parts = 0
        var isMatch = true
        if let path = component.path { isMatch = check(path, .path, view, &miss) }
        if isMatch {
            parts = 1
            isMatch = checkQuery(component, view, &miss)
        }
        if isMatch, let fragment = component.fragment {
            parts = 2
            isMatch = check(fragment, .fragment, view, &miss)
        }
        guard isTraced else { return isMatch }
        if let miss {
            let asked = (parts > 0 && component.path != nil ? 1 : 0) + (parts > 1 && component.query != nil ? 1 : 0)
            let rank: Rank = (component.isExcluding ? 0 : 1, asked, asked > 0 ? parts : 0, miss.matched)
            if nearest.map({ $0.rank < rank }) ?? true { nearest = (steps.count, rank) }
        }
        steps.append(
            RuleStep(place: component.place.description, range: component.range, isExcluding: component.isExcluding, miss: miss))
        return isMatch
    }

    mutating func markNearest() {
        if let nearest { steps[nearest.step].isNearest = true }
    }

    private mutating func checkQuery(
        _ component: AASAComponent,
        _ view: LinkSubject.View,
        _ miss: inout RuleStep.Miss?
    ) -> Bool {
        switch component.query {
        case nil: return true
        case .whole(let pattern): return check(pattern, .query, view, &miss)
        case .items(let items):
            let given = items.isEmpty ? [] : subject.items(view)
            for (name, pattern) in items where !pattern.isEverything {
                var isThere = false
                for item in given where item.name.bytes.span.extracting(item.name.range).isEqual(to: name.bytes.span) {
                    isThere = true
                    guard check(pattern, item.value, .item(name.text), &miss) else { return false }
                }
                guard isThere else {
                    // A missing parameter counts as empty. The place of a missing parameter is the end of the query.
                    let end = subject.components.query?.upperBound ?? subject.components.path.upperBound
                    let nothing = SubjectText(bytes: subject.bytes, range: end..<end)
                    guard check(pattern, nothing, .item(name.text), &miss) else {
                        if miss?.cause == .different { miss?.cause = .missingItem }
                        return false
                    }
                    continue
                }
            }
            return true
        }
    }

    private mutating func check(
        _ pattern: Pattern,
        _ part: LinkSubject.Part,
        _ view: LinkSubject.View,
        _ miss: inout RuleStep.Miss?
    ) -> Bool {
        if !pattern.isEverything {
            let name: RuleStep.Miss.Part = part == .query ? .query : part == .fragment ? .fragment : .path
            return check(pattern, subject.text(part, view), name, &miss)
        }
        return true
    }

    private mutating func check(
        _ pattern: Pattern, _ text: SubjectText, _ part: RuleStep.Miss.Part, _ miss: inout RuleStep.Miss?
    ) -> Bool {
        let answer = pattern.answer(text.bytes.span.extracting(text.range), &effort)
        guard answer != .match else { return true }
        if isTraced {
            var found = RuleStep.Miss(of: pattern, on: text, part, answer, &effort)
            if found.cause == .different, differInCaseOnly(pattern, text) {
                found.cause = .differentCase
                // A part that differs only in case counts as completely matched, so its rule ranks as the nearest.
                found.matched = text.range.count
            }
            miss = found
        }
        return false
    }

    /// Returns whether the pattern would match the text if case did not matter. Returns false for a pattern with variables, because the
    /// pattern does not contain the values of the variables.
    private mutating func differInCaseOnly(_ pattern: Pattern, _ text: SubjectText) -> Bool {
        guard !pattern.ignoresCase, !pattern.text.contains("$(") else { return false }
        let folded = CaseFolding.folded(text.bytes[text.range])
        return Pattern(pattern.text, for: pattern.isPath ? .path : .plain, ignoresCase: true).answer(folded.span, &effort) == .match
    }
}
