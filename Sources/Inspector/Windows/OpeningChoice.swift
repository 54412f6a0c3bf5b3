package import AppLinks
package import Deciding
import Panes
package import Records

/// The choice of the app, or the browser, from which a link is opened.
package struct OpeningChoice: Sendable, Equatable {
    let link: RecordID
    let url: LinkURL
    /// What can be in front when the link is opened, the most likely first.
    package let fronts: [SimulatedDevice.Front]
    /// The app that sent the link, if the link names it and it is installed.
    let referer: SimulatedDevice.Front?
    /// The URL with which the link leads back to this app.
    let refererURL: LinkURL?
    /// Whether an app received the link before.
    let wasReceived: Bool
    var cursor: ListCursor
    /// How the browser comes to the link, if it is opened from there.
    package internal(set) var way = LinkSender.Way.tapped

    /// Changes to the next or the previous way; after the last one comes the first.
    mutating func changeWay(by distance: Int) {
        let all = LinkSender.Way.allCases
        let index = all.firstIndex(of: way) ?? 0
        way = all[(index + distance + all.count) % all.count]
    }

    /// Returns the URL that leads back after the link was opened from `front`; nil for an app that the link does not name. Such an app uses
    /// its own URL.
    func returnURL(from front: SimulatedDevice.Front) -> LinkURL? { front == referer ? refererURL : nil }
}

/// The way back from a link: the app that received the link, and the referer to which its banner leads.
package struct RefererReturn: Sendable, Hashable {
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
    let way: RefererReturn
    let device: SimulatedDevice

    /// Returns what the return would do; nil if there is no banner.
    func departure() -> Departure? {
        var copy = device
        return copy.returnToReferer(way.referer, from: way.app)
    }
}
