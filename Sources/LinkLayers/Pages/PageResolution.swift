package import AppLinks

/// What a page makes of a link: for every kind of device an App Link, and all else it declares.
package struct PageResolution: Sendable, Hashable {
    package var page: FetchedPage
    /// As the Encoding standard names it; nil for what is no page with tags.
    package var encoding: String?
    package var tags: PageTags
    package var otherLinks: [OtherLink]
    package var findings: [PageFinding]
    /// What came of running the page's scripts; nil where they were not to be run.
    package var scripts: Result<ScriptRun, ScriptProblem>?

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
        findings = page.findings + more
        if let content {
            findings += content.findings(on: tags, advisesScripts: scripts == nil)
        } else {
            findings.append(
                PageFinding(
                    "not-html", .warning,
                    "The answer is \(page.contentType?.type ?? "of no type"), not HTML: no tags are looked for, and it opens in a browser.")
            )
        }
    }

    /// The App Link of the link that was asked for: where it led to does not matter.
    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        tags.appLink(for: page.requested, idiom: idiom)
    }
}
