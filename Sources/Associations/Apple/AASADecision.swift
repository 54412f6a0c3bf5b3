/// Whether an app gets a link by an apple-app-site-association file, and why.
package struct AASADecision: Sendable {
    package enum Outcome: String, Sendable, Hashable {
        case match
        /// A rule says that the app does not get it.
        case exclude
        case noMatch = "no_match"
    }

    package enum Reason: Sendable, Hashable {
        /// The rule that matched.
        case rule(AASAComponent.Place)
        /// No rule for the app matched.
        case noRule
        /// The file does not name the app.
        case appNotListed
        /// The link is for another host than the one that served the file.
        case otherHost(String)
        /// The text is no URL.
        case notURL
        /// The file is none that a device would read.
        case unusableFile
    }

    package var outcome: Outcome
    package var reason: Reason
    /// Each rule that was tried, in order, the deciding one last. Empty unless asked for.
    package var steps: [Step] = []
    /// The link's scheme where it is not https: such a link is matched, but no device asks the file about it.
    package var otherScheme: String?

    /// What became of one rule.
    package struct Step: Sendable {
        package var place: AASAComponent.Place
        /// The rule's bytes in the file.
        package var range: Range<Int>
        package var isExcluding: Bool
        /// Nil for the rule that matched.
        package var miss: Miss?
        /// Of all rules that did not match, this one came closest.
        package var isNearest = false
    }

    /// Why a rule did not match, to the character.
    package struct Miss: Sendable, Hashable {
        package enum Part: Sendable, Hashable {
            case path, query, fragment
            /// A parameter of the query.
            case item(String)
        }

        package enum Cause: Sendable, Hashable {
            case different
            /// It would match if capitals did not count.
            case differentCase
            /// The link does not have the parameter, which counts as empty.
            case missingItem
            /// The link does not have the parameter, and Android wants it to be there.
            case absentItem
            case undefinedVariable(String)
            /// The pattern would take too long.
            case tooMuch
        }

        package var part: Part
        package var cause: Cause
        package var pattern: String
        /// The byte of the pattern that could not be fulfilled; its length when the link goes on behind its end.
        package var patternOffset: Int
        /// The byte of the link at which that was.
        package var linkOffset: Int
        /// The byte of the link at which the part ends.
        package var linkEnd: Int
        /// How many bytes of the part matched before.
        package var matched: Int
    }
}
