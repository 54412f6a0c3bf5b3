package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// What came of asking for the page of a link: as much as anybody reads of it.
///
/// Made where the page was read and not where the keys are: a hostile page may name fifty thousand apps, and to sort them takes its time.
package struct PageAnswer: Sendable {
    /// The link that was asked for.
    package let url: LinkURL
    /// Where the page was.
    package let final: LinkURL
    package let hops: [RedirectHop]
    /// For each hop who claims its link, nil where no app could; empty where nobody was asked.
    package let claims: [LinkClaims?]
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// What came of running the page's scripts; nil where nobody wanted that, or there was nothing to run.
    package let scripts: Result<ScriptRun, ScriptProblem>?
    private let links: [PageTags.Idiom: AppLink]

    /// As many targets are kept for each kind of device.
    package static let mostTargets = 100

    package init(_ resolution: PageResolution, claims: [LinkClaims?] = []) {
        self.claims = claims
        url = resolution.page.requested
        final = resolution.page.url
        hops = resolution.page.hops
        scripts = resolution.scripts
        otherLinks = resolution.otherLinks
        var findings = resolution.findings
        var links: [PageTags.Idiom: AppLink] = [:]
        var most = 0
        for idiom in PageTags.Idiom.allCases {
            let link = resolution.appLink(for: idiom)
            most = max(most, link.targets.count)
            links[idiom] = AppLink(sourceURL: link.sourceURL, targets: Array(link.targets.prefix(Self.mostTargets)), webURL: link.webURL)
        }
        if most > Self.mostTargets {
            let message = "The page names \(most) targets for one kind of device; only the first \(Self.mostTargets) are used."
            findings.append(PageFinding("too-many-targets", .warning, message))
        }
        self.findings = findings
        self.links = links
    }

    /// The App Link of the page for a kind of device.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        // There is one for each.
        links[idiom] ?? AppLink(sourceURL: url, targets: [], webURL: url)
    }
}
