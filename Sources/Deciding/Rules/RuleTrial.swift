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
    ///   - effort: Limits the work. It is shared with other questions.
    init(_ subject: LinkSubject, isTraced: Bool, knowsCase: Bool, effort: Pattern.Effort) {
        self.subject = subject
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
        // Most parts are compared as written, and need no text of their own.
        if !isTraced, view.index == 0 {
            let (bytes, range) = (subject.bytes, subject.range(of: part))
            return pattern.answer(bytes.span.extracting(range), &effort) == .match
        }
        let name: RuleStep.Miss.Part = part == .query ? .query : part == .fragment ? .fragment : .path
        return check(pattern, subject.text(part, view), name)
    }

    /// Returns whether a pattern matches a text. If it does not match, ``miss`` says where.
    mutating func check(_ pattern: Pattern, _ text: SubjectText, _ part: RuleStep.Miss.Part) -> Bool {
        if pattern.isEverything { return true }
        let answer = pattern.answer(text.bytes.span.extracting(text.range), &effort)
        guard answer != .match else { return true }
        if isTraced {
            var found = RuleStep.Miss(of: pattern, on: text, of: subject, part, answer, &effort)
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
        return Pattern(wanted, isPath: pattern.isPath).answer(same.span, &effort) == .match
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
        return Pattern(pattern.text, isPath: pattern.isPath, ignoresCase: true).answer(folded.span, &effort) == .match
    }
}

/// The result of one of Apple's or Android's rules for a link.
package struct RuleStep: Sendable {
    /// The place of the rule: `details[0].components[1]`, or `dynamic_app_link_components[1]`.
    package var place: String
    /// The range of the rule's bytes in the file.
    package var range: Range<Int>
    package var isExcluding: Bool
    /// Nil for the rule that matched.
    package var miss: Miss?
    /// Whether this rule came closest to matching. False for all rules if one matched.
    package var isNearest = false

    /// The exact place where a rule failed to match.
    package struct Miss: Sendable, Hashable {
        package enum Part: Sendable, Hashable {
            case path, query, fragment
            /// A parameter of the query.
            case item(String)

            package var parameter: String? { if case .item(let name) = self { name } else { nil } }
        }

        package enum Cause: Sendable, Hashable {
            case different
            /// The part would match if case did not matter.
            case differentCase
            /// The path would match if case did not matter. The rule is in `paths`, which has no key to ignore case.
            case differentCaseOfPath
            /// The part would match if escapes with digits in another case were equal, such as `%2f` and `%2F`.
            case differentEscape
            /// The link does not have the parameter, which counts as empty.
            case missingItem
            /// The link does not have the parameter, which Android requires.
            case absentItem
            case undefinedVariable(String)
            /// Matching the pattern would take too long.
            case tooMuch
        }

        package var part: Part
        package var cause: Cause
        package var pattern: String
        /// The offset of the byte of the pattern that did not match. If the link continues after the end of the pattern, this is the
        /// pattern's length.
        package var patternOffset: Int
        /// The offset of the byte of the link that did not match.
        package var linkOffset: Int
        /// The offset of the end of the examined part of the link.
        package var linkEnd: Int
        /// The number of bytes at the start of the part that matched.
        package var matched: Int
        /// The number of bytes of the pattern that matched, other than wildcards: how close the part came to matching.
        package var closeness = 0
    }
}

extension RuleStep.Miss {
    /// Finds the place where a part of the link stops matching a pattern.
    init(
        of pattern: Pattern, on text: SubjectText, of link: LinkSubject, _ part: Part, _ answer: Pattern.Answer,
        _ effort: inout Pattern.Effort
    ) {
        var place = pattern.miss(text.bytes.span.extracting(text.range), &effort) ?? Pattern.Miss(patternOffset: 0, textOffset: 0)
        // Two characters may differ only in their last bytes, but messages are about whole characters.
        while place.textOffset > 0, place.patternOffset > 0, place.textOffset < text.range.count,
            UTF8.isContinuation(text.bytes[text.range.lowerBound + place.textOffset])
        {
            place.textOffset -= 1
            place.patternOffset -= 1
        }
        let cause: Cause =
            if let undefined = pattern.undefinedVariable { .undefinedVariable(undefined.name) } else {
                answer == .tooMuch ? .tooMuch : .different
            }
        self.init(
            part: part, cause: cause, pattern: pattern.text, patternOffset: place.patternOffset,
            linkOffset: link.linkOffset(place.textOffset, in: text), linkEnd: link.linkOffset(text.range.count, in: text),
            matched: place.textOffset, closeness: place.literals)
    }
}
