package import LinkLayers

/// What `build` says of what it made: the link, and what was found on reading it again.
package struct BuildReport: Sendable {
    package let link: String
    private let outcome: LinkDraft.Outcome

    /// Nil for an outcome without a link.
    package init?(_ outcome: LinkDraft.Outcome) {
        guard let link = outcome.link else { return nil }
        self.link = link
        self.outcome = outcome
    }

    /// `{"link":…,"findings":[{"code","severity","message","range"}]}`, without a line end. The link is whole: it is what was asked for.
    package func json() -> String {
        var json = JSONOutput()
        json.beginObject()
        json.key("link")
        json.string(link)
        json.key("findings")
        json.beginArray()
        for finding in outcome.findings {
            json.beginObject()
            json.key("code")
            json.string(finding.code.rawValue)
            json.key("severity")
            json.string(finding.severity.rawValue)
            json.key("message")
            json.string(Self.message(of: finding))
            json.key("range")
            if let range = finding.range {
                json.beginArray()
                json.number(range.lowerBound)
                json.number(range.upperBound)
                json.endArray()
            } else {
                json.raw("null")
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.text
    }

    /// What the author would want to know, a sentence each.
    ///
    /// Notes are not: that any app can claim a scheme is known to who makes a link of that scheme. A secret is.
    package var doubts: [String] { outcome.findings.filter { $0.severity != .note || $0.code == .secret }.map(Self.message) }

    /// What is shown is masked elsewhere; a link that was asked for is not.
    private static func message(of finding: Finding) -> String {
        guard finding.code == .secret else { return Secrets.masked(finding.message) }
        return "the link contains a secret (a token or a password), printed unmasked: anyone who sees the link can use it"
    }
}
