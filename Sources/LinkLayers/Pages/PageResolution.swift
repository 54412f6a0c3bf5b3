package import AppLinks

/// What a page makes of a link: for every kind of device an App Link, and all else it declares.
///
/// An object, which never changes: it goes from future to future, and a copy would count two dozen references each time.
package final class PageResolution: Sendable {
    package let page: FetchedPage
    /// As the Encoding standard names it; nil for what is no page with tags.
    package let encoding: String?
    package let tags: PageTags
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// What came of running the page's scripts; nil where they were not to be run.
    package let scripts: Result<ScriptRun, ScriptProblem>?

    /// - Parameters:
    ///   - page: As it was fetched.
    ///   - content: What was read out of it; nil for what is no HTML.
    ///   - encoding: What it was decoded by.
    ///   - more: Findings of whoever has read it.
    ///   - scripts: What came of running its scripts; nil where they were not to be run.
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
            findings.append(
                PageFinding(
                    "not-html", .warning,
                    "The answer is \(page.contentType?.type ?? "of unknown type"), not HTML: it has no App Link tags and opens in a browser."
                )
            )
        }
        self.findings = findings
    }

    /// The App Link of the link that was asked for: where it led to does not matter.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        tags.appLink(for: page.requested, idiom: idiom)
    }
}
