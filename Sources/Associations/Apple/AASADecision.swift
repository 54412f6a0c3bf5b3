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
        /// No rule for the app matched.
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
