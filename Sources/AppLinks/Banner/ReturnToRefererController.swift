/// Ties a ``ReturnToRefererBanner`` to what opens URLs and to whom events are told. Its user draws the banner and reports the taps.
public final class ReturnToRefererController {
    /// The banner as it is now.
    public var banner = ReturnToRefererBanner()

    /// Is told before and after the way back is taken; not kept alive.
    public weak var delegate: (any ReturnToRefererDelegate)?

    /// Whether the banner stands above a navigation bar, which makes room for the status bar its own business.
    public private(set) var isAboveNavigation: Bool

    private let opener: any AppOpening
    private let center: MeasurementCenter

    /// A controller with a banner that shows nothing yet.
    public init(opener: any AppOpening, posting center: MeasurementCenter, aboveNavigation: Bool = false) {
        self.opener = opener
        self.center = center
        isAboveNavigation = aboveNavigation
        if aboveNavigation { banner.statusBarInclusion = .always }
    }

    /// Shows the way back that `url` names, or nothing, and posts the parse event marked for the banner if it is an App Link.
    public func show(url: LinkURL?) {
        center.post(banner.show(url: url))
    }

    /// Shows the way back along `link`, or nothing. Posts nothing.
    public func show(_ link: AppLink?) {
        banner.show(link)
    }

    /// The close button: the banner is closed for good.
    public func close() {
        banner.close()
    }

    /// The banner itself: takes the way back without extras or data and posts the one event. The banner is then gone, but not closed.
    @discardableResult
    public func tap() -> NavigationOutcome? {
        guard let link = banner.refererAppLink else { return nil }
        delegate?.willNavigate(to: link)
        let outcome = AppLinkNavigation(appLink: link).navigate(with: opener, posting: center)
        delegate?.didNavigate(to: link, type: outcome.type)
        banner.collapse()
        return outcome
    }

    /// Takes the banner away from above the navigation bar.
    public func removeFromNavigation() {
        isAboveNavigation = false
    }
}
