package import AppLinks
import Records

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

    /// Returns the URL that leads back after the link was opened from `front`; nil for an app that the link does not name. Such an app uses
    /// its own URL.
    func returnURL(from front: SimulatedDevice.Front) -> LinkURL? { front == referer ? refererURL : nil }
}
