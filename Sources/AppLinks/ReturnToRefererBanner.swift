/// The return-to-referer banner, the bar above an app's content that leads back to the sender: "Touch to return to Shop".
///
/// This value implements the rules of Bolts' `BFAppLinkReturnToRefererView` for the text, the visibility and the height. The banner neither
/// draws nor opens anything; ``ReturnToRefererController`` connects it to an opener.
///
///     var banner = ReturnToRefererBanner()
///     banner.show(link.referer)
///     banner.text            // "Touch to return to Shop"
///     banner.close()
///     banner.show(another)   // stays closed until isClosed is set to false
public struct ReturnToRefererBanner: Sendable, Hashable {
    /// Whether the banner's height includes the system's status bar.
    public enum StatusBarInclusion: String, Sendable, Hashable {
        /// The height never includes the status bar.
        case never
        /// The height includes the status bar if content reaches below it, as on iOS 7 and later. This is the default, and today it has the
        /// same effect as `always`.
        case whereContentReachesBelow
        /// The height always includes the status bar.
        case always
    }

    /// The return link that was shown last. ``hasReferer`` tells whether the banner can display this link.
    public private(set) var refererAppLink: AppLink?

    /// Whether the app has hidden the banner.
    public var isHidden = false

    /// Whether the banner was closed. A closed banner also hides later links until you set this property to false.
    public var isClosed = false {
        didSet { if oldValue, !isClosed { isCollapsed = false } }
    }

    /// Whether the height includes the status bar.
    public var statusBarInclusion = StatusBarInclusion.whereContentReachesBelow

    /// The translations of the banner's text. By default, the text is English.
    public var translations = BannerTranslations()

    /// Whether the banner was tapped. A tapped banner is not closed, but it has no height until the next link is shown, or until
    /// ``isClosed`` changes from true to false.
    public private(set) var isCollapsed = false

    /// The margin above and below the label, in points.
    public static let verticalMargin = 8.5

    /// The width and height of the close button, in points.
    public static let closeButtonSide = 12.0

    /// Creates a banner without a link.
    public init() {}

    /// Shows the return link `link`; nil shows nothing. The caller posts no event for `link`, because the code that parsed it does.
    public mutating func show(_ link: AppLink?) {
        refererAppLink = link
        isCollapsed = false
    }

    /// Shows the return link in `url`, if there is one. Returns the events of parsing `url`, which the caller must post.
    public mutating func show(url: LinkURL?) -> [MeasurementEvent] {
        let link = url.map { IncomingLink($0, entry: .backToReferrerBar) }
        show(link?.referer)
        return link?.events ?? []
    }

    /// Closes the banner for this link and for later links, like a tap on its close button.
    public mutating func close() {
        isClosed = true
    }

    /// Removes the banner's height, like a tap on the banner. See ``isCollapsed``.
    public mutating func collapse() {
        isCollapsed = true
    }

    /// Whether the banner has a return link that it can display. The first target of such a link has a name.
    public var hasReferer: Bool { text != nil }

    /// The banner's text with the full name of the referer, in the language of ``translations``; nil if there is no return link to display.
    public var text: String? {
        // An empty name does not count, because "Touch to return to " would not say which app opens.
        guard let name = refererAppLink?.targets.first?.appName, !name.isEmpty else { return nil }
        return translations.text(naming: name)
    }

    /// Whether the banner is visible.
    public var isVisible: Bool { hasReferer && !isClosed && !isHidden && !isCollapsed }

    /// Returns the height in points: the label, the margins and, if included, the status bar. Returns 0 if the banner is closed, was
    /// tapped, or has no link.
    ///
    /// A hidden banner keeps its height, as in Bolts.
    public func height(labelHeight: Double, statusBar: StatusBar = .hidden) -> Double {
        guard hasReferer, !isClosed, !isCollapsed else { return 0 }
        return labelHeight + 2 * Self.verticalMargin + (statusBarInclusion == .never ? 0 : statusBar.thickness)
    }

    /// The system's bar at the top of the screen, with the clock and the battery.
    public struct StatusBar: Sendable, Hashable {
        /// The width of the bar's frame in points, as reported by the system. In landscape, this is the short side.
        public var width: Double
        /// The height of the bar's frame in points.
        public var height: Double
        /// Whether the status bar is hidden.
        public var isHidden: Bool
        /// Whether the screen is in landscape orientation.
        public var isLandscape: Bool

        /// No status bar.
        public static let hidden = StatusBar(width: 0, height: 0, isHidden: true)

        /// Creates a status bar from the frame that the system reports.
        public init(width: Double, height: Double, isHidden: Bool = false, isLandscape: Bool = false) {
            self.width = width
            self.height = height
            self.isHidden = isHidden
            self.isLandscape = isLandscape
        }

        /// The height that the status bar takes up at the top of the screen.
        public var thickness: Double { isHidden ? 0 : (isLandscape ? width : height) }
    }
}
