package import AppLinks
package import Records

/// The way back from a link: the app that received the link, and the referer to which its banner leads.
package struct WayBack: Sendable, Hashable {
    package var link: RecordID
    /// The ID of the app that received the link.
    package var app: String
    package var referer: AppLink

    package init(link: RecordID, app: String, referer: AppLink) {
        self.link = link
        self.app = app
        self.referer = referer
    }
}
