/// The decision whether an app gets a link according to an apple-app-site-association file, and the reason.
package struct AASADecision: Sendable {
    package enum Outcome: String, Sendable, Hashable {
        case match
        /// A rule excludes the link from the app.
        case exclude
        case noMatch = "no_match"
    }

    package enum Reason: Sendable, Hashable {
        /// The rule that matched.
        case rule(AASAComponent.Place)
        /// No rule for the app matched.
        case noRule
        /// The file does not list the app.
        case appNotListed
        /// The link's host is not the host that served the file.
        case otherHost(String)
        /// The text is not a URL.
        case notURL
        /// Devices would not accept the file.
        case unusableFile
    }

    package var outcome: Outcome
    package var reason: Reason
    /// The rules that were tried, in order. The last one is the rule that decides, if one matches. Empty unless the caller asked for a
    /// trace.
    package var steps: [Step] = []
    /// The link's scheme if it is not https. Such a link is matched, but devices do not use the file for it.
    package var otherScheme: String?

    /// The result of one rule.
    package struct Step: Sendable {
        package var place: AASAComponent.Place
        /// The bytes of the rule in the file.
        package var range: Range<Int>
        package var isExcluding: Bool
        /// The reason why the rule did not match. Nil for the rule that matched.
        package var miss: Miss?
        /// Whether this rule came closest among the rules that did not match.
        package var isNearest = false
    }

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
            /// The link does not have the parameter, so it counts as empty.
            case missingItem
            /// The link does not have the parameter, but Android requires it.
            case absentItem
            case undefinedVariable(String)
            /// Matching the pattern would take too long.
            case tooMuch
        }

        package var part: Part
        package var cause: Cause
        package var pattern: String
        /// The byte of the pattern that did not match. If the link continues after the end of the pattern, this is the pattern's length.
        package var patternOffset: Int
        /// The byte of the link that did not match.
        package var linkOffset: Int
        /// The end of the part of the link that was compared.
        package var linkEnd: Int
        /// The number of bytes of the part that matched before that place. If only the case differs, the length of the part.
        package var matched: Int
    }
}
