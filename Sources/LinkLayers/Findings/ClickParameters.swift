/// The sentence about the campaign and tracking parameters of a link. Only tracking parameters can be removed without losing information.
enum ClickParameters {
    /// - Parameters:
    ///   - campaign: The number of campaign parameters.
    ///   - tracking: The number of tracking parameters. One of the two is not 0.
    static func message(_ campaign: Int, _ tracking: Int) -> String {
        if campaign < few, tracking < few { return usual[campaign * few + tracking] }
        return sentence(campaign, tracking)
    }

    /// The sentences for most links, written once, because no other finding is as frequent.
    private static let usual = (0..<few * few).map { sentence($0 / few, $0 % few) }
    private static let few = 8

    private static func sentence(_ campaignCount: Int, _ trackingCount: Int) -> String {
        let campaign = campaignCount == 1 ? "1 campaign parameter names" : "\(campaignCount) campaign parameters name"
        let tracking =
            trackingCount == 1
            ? "1 tracking parameter identifies the click or the person; the link works without it."
            : "\(trackingCount) tracking parameters identify the click or the person; the link works without "
        let those = trackingCount < 2 ? "" : campaignCount == 0 ? "them." : "those \(trackingCount)."
        if campaignCount == 0 { return tracking + those }
        return trackingCount == 0 ? "\(campaign) the campaign." : "\(campaign) the campaign. \(tracking)\(those)"
    }
}
