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
    init(of pattern: Pattern, on text: SubjectText, _ part: Part, _ answer: Pattern.Answer, _ effort: inout Pattern.Effort) {
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
            linkOffset: text.linkOffset(place.textOffset), linkEnd: text.linkOffset(text.range.count), matched: place.textOffset,
            closeness: place.literals)
    }
}
