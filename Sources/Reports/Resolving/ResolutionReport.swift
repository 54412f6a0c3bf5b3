package import AppLinks
package import Associations
package import LinkLayers

/// What `resolve` says of a link: as a JSON object on a line, or as text for people.
///
/// Both mask secrets unless told not to, and neither lets a character through that a terminal would obey.
package struct ResolutionReport: Sendable {
    /// The link that was asked about.
    let requested: String
    package let outcome: Result<PageResolution, FetchFailure>
    /// For each hop who claims its link, nil where no app could; empty where nobody was asked.
    let claims: [LinkClaims?]
    package let showsSecrets: Bool

    package init(
        _ requested: LinkURL, _ outcome: Result<PageResolution, FetchFailure>, claims: [LinkClaims?] = [], showsSecrets: Bool = false
    ) {
        self.requested = requested.absoluteString
        self.outcome = outcome
        self.claims = claims
        self.showsSecrets = showsSecrets
    }

    /// The report of what is no link at all.
    package init(ofNoLink text: String, showsSecrets: Bool = false) {
        requested = text
        outcome = .failure(FetchFailure(.badURL(text, reason: "a link needs a scheme, as in https://example.com/")))
        claims = []
        self.showsSecrets = showsSecrets
    }

    /// Whether the answer is "no": something keeps the link from opening.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    var hops: [Hop] {
        switch outcome {
        case .success(let resolution): resolution.page.hops
        case .failure(let failure): failure.hops
        }
    }

    var findings: [PageFinding] {
        switch outcome {
        case .success(let resolution): resolution.findings
        case .failure(let failure): [PageFinding(failure.problem)]
        }
    }

    /// The kinds of devices, as `resolve --json` names them; the web has no targets.
    static let idioms: [(name: String, idiom: PageTags.Idiom)] = PageTags.Idiom.allCases.map { ($0.rawValue, $0) }
}
