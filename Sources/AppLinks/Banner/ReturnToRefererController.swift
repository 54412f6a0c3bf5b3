/// Connects a ``ReturnToRefererBanner`` to an opener and a measurement center. The caller draws the banner and reports taps.
public final class ReturnToRefererController {
    /// The current banner.
    public var banner = ReturnToRefererBanner()

    /// The object to call before and after navigating back. The controller does not keep it alive.
    public weak var delegate: (any ReturnToRefererDelegate)?

    /// Whether the banner is above a navigation bar. In that case its height must include the status bar.
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

    /// Shows the return link in `url`, if there is one. If `url` is an App Link, posts its parse event, marked for the banner.
    public func show(url: LinkURL?) {
        center.post(banner.show(url: url))
    }

    /// Shows the return link `link`; nil shows nothing. Posts no event.
    public func show(_ link: AppLink?) {
        banner.show(link)
    }

    /// Closes the banner for this link and for later links. Call this method when the close button is tapped.
    public func close() {
        banner.close()
    }

    /// Navigates back without extras, posts the event of the navigation, and collapses the banner. Call this method when the banner is
    /// tapped. Returns nil without doing anything if the banner has no link.
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
