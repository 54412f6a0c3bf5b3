/// Who opens a link on Android, and how.
package enum AndroidOpening: Sendable, Hashable {
    /// An app that calls `startActivity`, or `am start`. The package is that of the only app that may open the link; nil for any.
    case request(package: String? = nil, categories: [String] = [])
    case chrome(ChromeNavigation)
}

/// How Chrome came to a link.
package struct ChromeNavigation: Sendable, Hashable {
    package enum Way: String, Sendable, Hashable, CaseIterable {
        case tap, script, typed, reload, back, form, redirect
        /// A redirect of a page that another app opened.
        case redirectOfIntent = "redirect-intent"
        /// Another app opens the link in Chrome.
        case intent
        case subframe
    }

    package var way: Way
    /// Whether the user tapped or typed something just before.
    package var hasGesture: Bool
    /// The page that has the link.
    package var page: String?
    package var isIncognito = false
    /// Whether another app named Chrome when it opened the page, as custom tabs do.
    package var isCustomTabRedirect = false

    package init(_ way: Way, hasGesture: Bool? = nil, page: String? = nil) {
        self.way = way
        self.hasGesture = hasGesture ?? [.tap, .form, .redirect, .redirectOfIntent].contains(way)
        self.page = page
    }
}

/// Where a link is opened on iOS, and how.
package struct AppleOpening: Sendable, Hashable {
    package enum Where: String, Sendable, Hashable, CaseIterable { case messages, mail, notes, camera, app, safari, wkwebview, sfsafari }

    package enum Way: String, Sendable, Hashable, CaseIterable {
        case tap, open, universalLinksOnly, typed, load, redirect, script, back, iframe
        case typedRedirect = "typed-redirect"
        case typedScript = "typed-script"
        /// The banner of a page about its app.
        case banner
    }

    package var place: Where
    package var way: Way
    /// The page that has the link.
    package var page: String?
    /// The app that opens the link, or whose web view has it.
    package var app: String?
    /// The app that the page's banner is about.
    package var bannerApp: String?

    package init(_ place: Where, _ way: Way = .tap, page: String? = nil, app: String? = nil) {
        (self.place, self.way, self.page, self.app) = (place, way, page, app)
    }
}
