package import AppLinks
import Deciding
import LinkLayers
import Panes

// The return to the referer is about the link in the detail pane, whatever is in front of the device now. The receiver of the link comes to
// the front, and its banner leads back to the referer of this link.

extension State {
    /// The way back from the link in the detail pane; nil if no app received the link, or the link has no referer.
    ///
    /// A link that was opened from an app has that app as its referer.
    var wayBack: RefererReturn? { detail.record.flatMap { wayBack(from: $0, detail.inspection) } }

    /// The banner of the link in the detail pane, or at the step of the journey that the user looks at; nil if there is none.
    package var banner: ReturnToRefererBanner? {
        timeline.isPast ? pastBanner : wayBack.flatMap { device.simulated.banner(of: $0.app, for: $0.referer) }
    }

    /// Says why there is no banner.
    mutating func refuseToReturn() -> [Effect] {
        guard detail.subject != nil else { return notify(.plain, .noLink) }
        guard let way = wayBack else { return notify(.plain, "There is no banner, because \(reasonForNoBanner).") }
        let name = device.name(of: .app(way.app))
        guard device.simulated.app(way.app)?.isInstalled == true else {
            return notify(.plain, "There is no banner, because \(name) is not installed.")
        }
        return notify(
            .plain,
            "There is no banner, because you closed the banner of \(name). To reopen it, \(press: .front, name, onScreen: "\(.device), then f on the app")."
        )
    }

    private var reasonForNoBanner: String {
        guard let link = detail.inspection?.link else { return "the selection is not a link that an app received" }
        if let url = link.refererURL, !url.isEmpty, link.refererAppName?.isEmpty ?? true { return "the referer of this link has no name" }
        if link.refererURL == nil && link.refererAppName == nil { return "this link has no referer to return to" }
        if link.referer == nil { return "the referer of this link has no URL" }
        return "no app received this link"
    }

    mutating func dismissBanner(now: Int64) -> [Effect] {
        guard let way = wayBack, banner != nil else { return refuseToReturn() }
        return act(.dismissBanner(app: way.app), now: now)
    }
}
