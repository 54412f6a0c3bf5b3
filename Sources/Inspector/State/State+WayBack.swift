import AppLinks
import LinkLayers
import Records

extension State {
    /// Returns the way back from a link with this content.
    func wayBack(from link: RecordID, _ inspection: LinkInspection?) -> WayBack? {
        if let way = journey.ways[link], let arrival = way.departure?.arrival {
            guard case .app(let app) = arrival.receiver, let referer = way.referer else { return nil }
            return WayBack(link: link, app: app, referer: referer)
        }
        guard let row = lists.row(of: link), row.flags.contains(.wasReceived), let app = device.appNames.id(of: row.app),
            let referer = inspection?.link?.referer
        else { return nil }
        return WayBack(link: link, app: app, referer: referer)
    }

    /// The link of the banner in view.
    var bannerLink: RecordID? { timeline.isPast ? timeline.linkOfBanner : detail.record }

    /// The last use of the banner in view; nil if the user has not used it yet.
    var bannerUse: BannerUse? {
        guard let past = timeline.past else { return detail.record.flatMap { journey.ways[$0]?.bannerUse } }
        return past.cause == .returned ? past.way?.bannerUse : nil
    }
}
