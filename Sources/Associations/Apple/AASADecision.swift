/// Whether an app gets a link according to an apple-app-site-association file, and why.
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
        /// The link is for another host than the one that served the file.
        case otherHost(String)
        /// The text is not a URL.
        case notURL
        /// Devices would not accept the file.
        case unusableFile
    }

    package var outcome: Outcome
    package var reason: Reason
    /// Each rule that was tried, in order, ending with the deciding one. Empty unless requested.
    package var steps: [Step] = []
    /// The link's scheme if it is not https. Such a link is matched, but no device would consult the file for it.
    package var otherScheme: String?

    /// The result of one rule.
    package struct Step: Sendable {
        package var place: AASAComponent.Place
        /// The bytes of the rule in the file.
        package var range: Range<Int>
        package var isExcluding: Bool
        /// Nil for the rule that matched.
        package var miss: Miss?
        /// Whether this rule came closest among those that did not match.
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
            /// It would match if case did not matter.
            case differentCase
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
        /// The byte of the pattern that did not match. If the link continues after the end of the pattern, this is the pattern's length.
        package var patternOffset: Int
        /// The byte of the link that did not match.
        package var linkOffset: Int
        /// The end of the examined part of the link.
        package var linkEnd: Int
        /// The number of bytes of the part that matched before.
        package var matched: Int
    }
}
