/// Where a page can also be found: the targets in applications, in the order of preference, and the address for a browser.
public struct AppLink: Sendable, Hashable {
    /// The page this link is about.
    public let sourceURL: LinkURL?

    /// The places in applications that show the same, the preferred one first.
    public let targets: [AppLinkTarget]

    /// What a browser opens when no target does; nil where the page wants no such fallback.
    public let webURL: LinkURL?

    /// Whether this is the way back to the application a link came from. Only parsing an incoming link makes such links.
    public let isBackToReferrer: Bool

    /// A link to `sourceURL`, as a page's tags or an application describe it.
    public init(sourceURL: LinkURL?, targets: [AppLinkTarget], webURL: LinkURL?) {
        self.init(sourceURL: sourceURL, targets: targets, webURL: webURL, isBackToReferrer: false)
    }

    package init(sourceURL: LinkURL?, targets: [AppLinkTarget], webURL: LinkURL?, isBackToReferrer: Bool) {
        self.sourceURL = sourceURL
        self.targets = targets
        self.webURL = webURL
        self.isBackToReferrer = isBackToReferrer
    }

    /// The link to open when no resolver knows better: the input URL itself in an application, its target in the browser.
    ///
    /// The source is the link's target URL; its one target is the input URL unless that is an address for browsers; the web URL is the
    /// target URL if that is one.
    public static func direct(for link: IncomingLink) -> AppLink {
        AppLink(
            sourceURL: link.targetURL,
            targets: link.inputURL.isWeb ? [] : [AppLinkTarget(url: link.inputURL, appStoreID: nil, appName: nil)],
            webURL: link.targetURL.isWeb ? link.targetURL : nil
        )
    }
}

/// One place in an application that an ``AppLink`` leads to.
public struct AppLinkTarget: Sendable, Hashable {
    /// What to open. A target without one is kept, and passed over when it is its turn.
    public let url: LinkURL?

    /// The application's number in the App Store.
    public let appStoreID: String?

    /// What the application calls itself.
    public let appName: String?

    /// The application's package, on Android.
    public let packageName: String?

    /// The activity to start, on Android.
    public let className: String?

    /// A place in an application; what is not known is nil.
    public init(
        url: LinkURL?, appStoreID: String?, appName: String?, packageName: String? = nil, className: String? = nil
    ) {
        self.url = url
        self.appStoreID = appStoreID
        self.appName = appName
        self.packageName = packageName
        self.className = className
    }
}
