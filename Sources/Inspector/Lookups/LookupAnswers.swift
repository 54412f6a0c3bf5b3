package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// The parts of a link's page that the inspector shows.
///
/// An answer is made in the background and not on the main actor, because a hostile page may name fifty thousand apps.
package struct PageAnswer: Sendable {
    /// The link that was looked up.
    package let url: LinkURL
    /// The URL of the page after all redirects.
    package let final: LinkURL
    package let hops: [RedirectHop]
    /// For each hop, the apps that claim its link; nil for a hop whose link no app can claim. The array is empty if the claims were not
    /// looked up.
    package let claims: [LinkClaims?]
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// The result of running the page's scripts; nil if this was not requested or the page has no scripts.
    package let scripts: Result<ScriptRun, ScriptProblem>?
    private let links: [PageTags.Idiom: AppLink]

    /// The maximum number of targets that are kept for each kind of device.
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
            findings.add("too-many-targets", .warning, message)
        }
        self.findings = findings
        self.links = links
    }

    /// Returns the App Link of the page for a kind of device.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        // The initializer has made an App Link for each kind of device, so the default value is never used.
        links[idiom] ?? AppLink(sourceURL: url, targets: [], webURL: url)
    }
}

extension PageAnswer {
    /// Whether scripts seem to make the tags of the page, and the scripts have not been run.
    var needsScripts: Bool { scripts == nil && findings.contains { $0.code == "tags-by-script" } }
}
