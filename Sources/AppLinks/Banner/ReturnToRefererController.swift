/// Connects a ``ReturnToRefererBanner`` to an opener and a measurement center. The caller draws the banner and reports taps.
public final class ReturnToRefererController {
    /// The current banner.
    public var banner = ReturnToRefererBanner()

    /// Called before and after navigating back; not kept alive.
    public weak var delegate: (any ReturnToRefererDelegate)?

    /// Whether the banner is above a navigation bar, where its height must include the status bar.
    public private(set) var isAboveNavigation: Bool

    private let opener: any AppOpening
    private let center: MeasurementCenter

    /// Creates a controller whose banner has no link yet.
    public init(opener: any AppOpening, posting center: MeasurementCenter, aboveNavigation: Bool = false) {
        self.opener = opener
        self.center = center
        isAboveNavigation = aboveNavigation
        if aboveNavigation { banner.statusBarInclusion = .always }
    }

    /// Shows the return link that `url` names, if any. If `url` is an App Link, posts its parse event, marked for the banner.
    public func show(url: LinkURL?) {
        center.post(banner.show(url: url))
    }

    /// Shows the return link `link`, or nothing for nil. Posts no event.
    public func show(_ link: AppLink?) {
        banner.show(link)
    }

    /// Closes the banner, also for later links; call it when the close button is tapped.
    public func close() {
        banner.close()
    }

    /// Navigates back; call it when the banner is tapped. Posts the one event, sends no extras, and collapses the banner.
    @discardableResult
    public func tap() -> NavigationOutcome? {
        guard let link = banner.refererAppLink else { return nil }
        delegate?.willNavigate(to: link)
        let outcome = AppLinkNavigation(appLink: link).navigate(with: opener, posting: center)
        delegate?.didNavigate(to: link, type: outcome.type)
        banner.collapse()
        return outcome
    }

    /// Records that the banner is no longer above a navigation bar.
    public func removeFromNavigation() {
        isAboveNavigation = false
    }
}
