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

/// What the preview of a return is made from. A referer can be long, so the preview is made once and not for each frame.
struct ReturnSource: Sendable, Equatable {
    let way: WayBack
    let device: SimulatedDevice

    /// Returns what the return would do; nil if there is no banner.
    func departure() -> Departure? {
        var copy = device
        return copy.returnToReferer(way.referer, from: way.app)
    }
}
