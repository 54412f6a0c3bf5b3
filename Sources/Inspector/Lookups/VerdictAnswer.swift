package import Associations

/// What came of asking for the association files of a link's site: judged where they were read, because a large file takes its time.
package struct VerdictAnswer: Sendable {
    /// About the link.
    package var link: Verdict
    /// About the site as a whole, by the same files.
    package var site: Verdict

    package init(link: Verdict, site: Verdict) {
        self.link = link
        self.site = site
    }
}
