package import LinkLayers
import Secrets

/// The report of `build`: the new link, and the findings from reading it back.
package struct BuildReport: Sendable {
    package let link: String
    private let outcome: LinkDraft.Outcome

    /// Returns nil if the outcome has no link.
    package init?(_ outcome: LinkDraft.Outcome) {
        guard let link = outcome.link else { return nil }
        self.link = link
        self.outcome = outcome
    }

    /// Returns `{"link":…,"findings":[{"code","severity","message","range"}]}` without a line end. Nothing in the link is masked, because
    /// the user wants to use the link.
    package func json() -> String {
        JSONOutput.report(showsSecrets: true) { json in
            json.field("link", link)
            json.objects("findings", outcome.findings) { json, finding in
                json.finding(code: finding.code.rawValue, finding.severity, Self.message(of: finding))
                json.field("range", finding.range)
            }
        }.text
    }

    /// One sentence for each finding that the link's author should know.
    ///
    /// Notes are left out, because the author of a link with a custom scheme knows that any app can claim the scheme. The note about a
    /// secret is included.
    package var doubts: [String] { outcome.findings.filter { $0.severity != .note || $0.code == .secret }.map(Self.message) }

    /// Returns the message to print. For a secret, it differs from the finding's own message, because `build` prints the link unmasked.
    private static func message(of finding: Finding) -> String {
        guard finding.code == .secret else { return Secrets.masked(finding.message) }
        return "the link contains a secret (a token or a password) and is printed unmasked: "
            + "anyone who sees the link can use the secret"
    }
}
