package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// The report of `resolve` on a link, as a JSON object or as text.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither contains a character that a terminal would interpret.
package struct ResolutionReport: Sendable {
    /// The link that was resolved.
    let requested: String
    package let outcome: Result<PageResolution, FetchFailure>
    /// The claims for each hop. An element is nil if no app could claim that hop or no answer came. The array is empty without a lookup.
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

    /// Creates the report for a text that is not a link.
    package init(ofNoLink text: String, showsSecrets: Bool = false) {
        requested = text
        outcome = .failure(FetchFailure(.badURL(text, reason: "a link needs a scheme, as in https://example.com/")))
        claims = []
        self.showsSecrets = showsSecrets
    }

    /// Whether a finding is an error. In that case, the link does not open.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    var hops: [RedirectHop] {
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

    /// The kinds of devices, by their names in `resolve --json`.
    static let idioms: [(name: String, idiom: PageTags.Idiom)] = PageTags.Idiom.allCases.map { ($0.rawValue, $0) }
}
