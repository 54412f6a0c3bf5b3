/// Is told when a banner is used. Both methods may be left out.
public protocol ReturnToRefererDelegate: AnyObject {
    /// The banner was tapped; `link` is about to be opened.
    func willNavigate(to link: AppLink)

    /// `link` was tried, and this is where it ended.
    func didNavigate(to link: AppLink, type: NavigationType)
}

extension ReturnToRefererDelegate {
    /// Does nothing.
    public func willNavigate(to link: AppLink) {}

    /// Does nothing.
    public func didNavigate(to link: AppLink, type: NavigationType) {}
}
