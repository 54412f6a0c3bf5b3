import AppLinks
import Bytes

/// Tries rules, Apple's or Android's, one after another on a link.
struct RuleTrial {
    /// The rank of a rule that does not match. Rules that would accept the link rank before rules that would exclude it. Next comes the
    /// number of patterns that match before the failing part, then the position of that part, then whether the link has that part, and then
    /// the number of bytes of its pattern that match, other than wildcards.
    typealias Rank = (accepts: Int, matched: Int, part: Int, isThere: Int, closeness: Int)

    var subject: LinkSubject
    /// The effort spent so far, and its limit.
    private(set) var effort: Pattern.Effort
    /// The reason why the rule that is being tried does not match. Nil without a trace.
    var miss: RuleStep.Miss?

    private var steps: [RuleStep] = []
    private let isTraced: Bool
    /// Whether rules can ignore case, so that a difference in case is worth mentioning.
    private let knowsCase: Bool
    /// The rule that came closest to matching so far.
    private var nearest: (step: Int, rank: Rank)?

    /// - Parameters:
    ///   - isTraced: Whether to record the result of each rule.
    ///   - knowsCase: Whether rules can ignore case.
    ///   - effort: Limits the work. It is shared with other questions.
    init(_ link: LinkURL, isTraced: Bool, knowsCase: Bool, effort: Pattern.Effort) {
        subject = LinkSubject(link)
        self.isTraced = isTraced
        self.knowsCase = knowsCase
        self.effort = effort
    }

    /// The result of each rule that was tried. If none matched, the rule that came closest to matching has a mark. Empty without a trace.
    var markedSteps: [RuleStep] {
        var steps = steps
        if let nearest, steps.last?.miss != nil { steps[nearest.step].isNearest = true }
        return steps
    }

    /// Records whether a rule matches, and returns it.
    ///
    /// - Parameters:
    ///   - matched: The number of patterns that matched before the failing part.
    ///   - part: The position of that part.
    ///   - isImpossible: Whether the rule can never match, so that no link comes close to matching it.
    mutating func note(
        _ isMatch: Bool, of place: @autoclosure () -> String, _ range: Range<Int>, isExcluding: Bool, matched: Int, part: Int = 0,
        isImpossible: Bool = false
    ) -> Bool {
        guard isTraced else { return isMatch }
        let miss = isMatch ? nil : miss.take()
        if let miss, !isImpossible {
            // A parameter that the link has comes closer than a parameter that it lacks.
            let lacks = miss.cause == .missingItem || miss.cause == .absentItem
            let rank: Rank = (isExcluding ? 0 : 1, matched, part, lacks ? 0 : 1, miss.closeness)
            if nearest.map({ $0.rank < rank }) ?? true { nearest = (steps.count, rank) }
        }
        steps.append(RuleStep(place: place(), range: range, isExcluding: isExcluding, miss: miss))
        return isMatch
    }

    mutating func check(_ pattern: Pattern, _ part: LinkSubject.Part, _ view: LinkSubject.View) -> Bool {
        if pattern.isEverything { return true }
        let name: RuleStep.Miss.Part = part == .query ? .query : part == .fragment ? .fragment : .path
        return check(pattern, subject.text(part, view), name)
    }

    /// Returns whether a pattern matches a text. If it does not match, ``miss`` says where.
    mutating func check(_ pattern: Pattern, _ text: SubjectText, _ part: RuleStep.Miss.Part) -> Bool {
        if pattern.isEverything { return true }
        let answer = pattern.answer(text.bytes.span.extracting(text.range), &effort)
        guard answer != .match else { return true }
        if isTraced {
            var found = RuleStep.Miss(of: pattern, on: text, part, answer, &effort)
            if knowsCase, found.cause == .different, differInCaseOnly(pattern, text) {
                found.cause = differInEscapesOnly(pattern, text) ? .differentEscape : .differentCase
                // A part that differs only in case counts as completely matched, so its rule ranks as the nearest.
                found.closeness = text.range.count
            }
            miss = found
        }
        return false
    }

    /// Returns whether the pattern would match the text if the digits of escapes had the same case.
    private mutating func differInEscapesOnly(_ pattern: Pattern, _ text: SubjectText) -> Bool {
        let same = Self.withCapitalEscapes(text.bytes[text.range])
        let wanted = String(decoding: Self.withCapitalEscapes(Array(pattern.text.utf8)[...]), as: UTF8.self)
        return Pattern(wanted, for: pattern.isPath ? .path : .plain).answer(same.span, &effort) == .match
    }

    private static func withCapitalEscapes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text = Array(bytes)
        for place in text.indices where PercentCoding.escape(in: text.span, at: place, end: text.count) != nil {
            for digit in place + 1...place + 2 where ByteClass.isLetter(text[digit]) { text[digit] &= 0xDF }
        }
        return text
    }

    /// Returns whether the pattern would match the text if case did not matter. Returns false for a pattern with variables, because the
    /// pattern does not contain the values of the variables.
    private mutating func differInCaseOnly(_ pattern: Pattern, _ text: SubjectText) -> Bool {
        guard !pattern.ignoresCase, !pattern.text.contains("$(") else { return false }
        let folded = CaseFolding.folded(text.bytes[text.range])
        return Pattern(pattern.text, for: pattern.isPath ? .path : .plain, ignoresCase: true).answer(folded.span, &effort) == .match
    }
}
