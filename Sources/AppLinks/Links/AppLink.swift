public import Tasks

/// The destinations of a page: targets in apps, in order of preference, and a URL for the browser.
public struct AppLink: Sendable, Hashable {
    /// The page's own URL.
    public let sourceURL: LinkURL?

    /// The places in apps that show the same content, the preferred one first.
    public let targets: [AppLinkTarget]

    /// The URL for the browser if no target opens. Nil if the page does not want this fallback.
    public let webURL: LinkURL?

    /// Whether this link returns to the sender of an incoming link. Only parsing an incoming link creates such links.
    public let isBackToReferrer: Bool

    /// Creates a link to `sourceURL` as described by the tags of a page or by an app.
    public init(sourceURL: LinkURL?, targets: [AppLinkTarget], webURL: LinkURL?) {
        self.init(sourceURL: sourceURL, targets: targets, webURL: webURL, isBackToReferrer: false)
    }

    package init(sourceURL: LinkURL?, targets: [AppLinkTarget], webURL: LinkURL?, isBackToReferrer: Bool) {
        self.sourceURL = sourceURL
        self.targets = targets
        self.webURL = webURL
        self.isBackToReferrer = isBackToReferrer
    }

    /// Returns the link to open if no resolver finds a better one. It opens the input URL, or else the target URL in the browser.
    ///
    /// The source is the link's target URL. The only target is the input URL. If the input URL is a web URL, there are no targets, and it is
    /// the web URL. Otherwise, the web URL is the target URL if that is a web URL, or else nil.
    public static func direct(for link: IncomingLink) -> AppLink {
        let isWeb = link.inputURL.isWeb
        return AppLink(
            sourceURL: link.targetURL,
            targets: isWeb ? [] : [AppLinkTarget(url: link.inputURL, appStoreID: nil, appName: nil)],
            webURL: isWeb ? link.inputURL : link.targetURL.isWeb ? link.targetURL : nil
        )
    }
}

/// A place in an app that an ``AppLink`` leads to.
public struct AppLinkTarget: Sendable, Hashable {
    /// The URL to open. Navigation skips a target without a URL.
    public let url: LinkURL?

    /// The app's ID in the App Store.
    public let appStoreID: String?

    /// The app's name.
    public let appName: String?

    /// The app's package on Android.
    public let packageName: String?

    /// The activity to start on Android.
    public let className: String?

    /// Creates a target. Pass nil for unknown values.
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

/// Finds the ``AppLink`` of a URL, for example by reading the page, by asking an index, or from a table.
public protocol AppLinkResolving: Sendable {
    /// Returns a future with the App Link of `url`. The future fails if the link cannot be found.
    func appLink(for url: LinkURL) -> Future<AppLink>
}

/// The built-in resolver. It uses no network and returns ``AppLink/direct(for:)`` for every URL.
public struct DirectAppLinkResolver: AppLinkResolving {
    /// Creates the resolver.
    public init() {}

    /// Returns the direct link of `url`, in a settled future.
    public func appLink(for url: LinkURL) -> Future<AppLink> {
        Future(AppLink.direct(for: IncomingLink(url)))
    }
}

/// The resolver to use for a call that does not name a resolver. Each owner keeps its own preference; there is no shared default.
public struct ResolverPreference: Sendable {
    /// The preferred resolver; nil means the built-in one.
    public var preferred: (any AppLinkResolving)?

    private let builtIn: any AppLinkResolving

    /// Creates a preference for `preferred`. If `preferred` is nil, `builtIn` is used.
    public init(_ preferred: (any AppLinkResolving)? = nil, builtIn: any AppLinkResolving = DirectAppLinkResolver()) {
        self.preferred = preferred
        self.builtIn = builtIn
    }

    /// Returns the resolver to use: `named` if it is given, otherwise the preferred resolver, otherwise the built-in one.
    public func resolver(naming named: (any AppLinkResolving)? = nil) -> any AppLinkResolving {
        named ?? preferred ?? builtIn
    }
}
