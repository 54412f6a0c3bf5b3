package import AppLinks
import LinkLayers

/// Everything that a page says about its link: an App Link for each kind of device, and all other declarations.
///
/// A resolution is an immutable object rather than a value. Futures copy their results, and each copy of a value would retain two dozen
/// references.
package final class PageResolution: Sendable {
    package let page: FetchedPage
    /// The encoding's name in the WHATWG Encoding standard. Nil if the page is not HTML.
    package let encoding: String?
    package let tags: PageTags
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// The result of running the page's scripts. Nil if the scripts were not run.
    package let scripts: Result<ScriptRun, ScriptProblem>?

    /// - Parameters:
    ///   - page: The fetched page.
    ///   - content: The parsed content. Nil if the page is not HTML.
    ///   - encoding: The encoding with which the page was decoded.
    ///   - more: The caller's findings.
    ///   - scripts: The result of running the page's scripts. Nil if they were not run.
    package init(
        page: FetchedPage, content: PageContent?, encoding: String?, findings more: [PageFinding] = [],
        scripts: Result<ScriptRun, ScriptProblem>? = nil
    ) {
        self.page = page
        self.scripts = scripts
        self.encoding = encoding
        tags = content?.tags ?? PageTags([])
        otherLinks = content?.otherLinks(beside: tags) ?? []
        var findings = page.findings + more
        if let content {
            findings += content.findings(on: tags, advisesScripts: scripts == nil)
        } else {
            findings.add(
                "not-html", .warning,
                "The answer is \(page.contentType?.type ?? "of unknown type"), not HTML: it has no App Link tags and opens in a browser.")
        }
        self.findings = findings
    }

    private init(_ other: PageResolution, findings: [PageFinding]) {
        page = other.page
        encoding = other.encoding
        tags = other.tags
        otherLinks = other.otherLinks
        scripts = other.scripts
        self.findings = findings
    }

    /// Returns a copy of this resolution with one more finding.
    package func adding(_ finding: PageFinding) -> PageResolution { PageResolution(self, findings: findings + [finding]) }

    /// Returns the App Link for the requested link. The source of the App Link is the requested link, not the final URL after redirects.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        tags.appLink(for: page.requested, idiom: idiom)
    }
}
