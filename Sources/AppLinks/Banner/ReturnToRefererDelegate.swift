/// Observes taps on a banner. Both methods are optional.
public protocol ReturnToRefererDelegate: AnyObject {
    /// Called when the banner was tapped and `link` is about to be opened.
    func willNavigate(to link: AppLink)

    /// Called after the attempt to open `link`. `type` is the place where the attempt ended.
    func didNavigate(to link: AppLink, type: NavigationType)
}

extension ReturnToRefererDelegate {
    /// Does nothing.
    public func willNavigate(to link: AppLink) {}

    /// Does nothing.
    public func didNavigate(to link: AppLink, type: NavigationType) {}
}
