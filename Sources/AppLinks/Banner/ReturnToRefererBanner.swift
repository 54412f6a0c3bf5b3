/// The return-to-referer banner, the bar above an app's content that leads back to the sender: "Touch to return to Shop".
///
/// A value with the rules of Bolts' `BFAppLinkReturnToRefererView`: its text, its visibility, its height. It neither draws nor opens
/// anything; ``ReturnToRefererController`` connects it to an opener.
///
///     var banner = ReturnToRefererBanner()
///     banner.show(link.referer)
///     banner.text            // "Touch to return to Shop"
///     banner.close()
///     banner.show(another)   // stays closed until isClosed is set to false
public struct ReturnToRefererBanner: Sendable, Hashable {
    /// Whether the banner's height includes the system's status bar.
    public enum StatusBarInclusion: String, Sendable, Hashable {
        /// The height never includes it.
        case never
        /// The height includes it where content reaches below the status bar. This is the default: iOS 7 and later, so everywhere today.
        case whereContentReachesBelow
        /// The height always includes it.
        case always
    }

    /// The return link, as last shown. ``hasReferer`` tells whether the banner can show it.
    public private(set) var refererAppLink: AppLink?

    /// Whether the app has hidden the banner.
    public var isHidden = false

    /// Whether the banner was closed. It stays closed, also for later links, until this is set to false.
    public var isClosed = false {
        didSet { if oldValue, !isClosed { isCollapsed = false } }
    }

    /// Whether the height includes the status bar.
    public var statusBarInclusion = StatusBarInclusion.whereContentReachesBelow

    /// Whether the banner was tapped. It then has no height until the next link is shown, but it is not closed.
    public private(set) var isCollapsed = false

    /// The margin above and below the label, in points.
    public static let verticalMargin = 8.5

    /// The width and height of the close button, in points.
    public static let closeButtonSide = 12.0

    /// Creates a banner without a link.
    public init() {}

    /// Shows the return link `link`, or nothing for nil. No event is due, because the link was parsed elsewhere.
    public mutating func show(_ link: AppLink?) {
        refererAppLink = link
        isCollapsed = false
    }

    /// Shows the return link that `url` names, if any. Returns the events of parsing `url`, which the caller must post.
    public mutating func show(url: LinkURL?) -> [MeasurementEvent] {
        let link = url.map { IncomingLink($0, entry: .backToReferrerBar) }
        show(link?.referer)
        return link?.events ?? []
    }

    /// Closes the banner, also for later links, as its close button does.
    public mutating func close() {
        isClosed = true
    }

    /// Removes the banner's height until the next link is shown, as tapping it does.
    public mutating func collapse() {
        isCollapsed = true
    }

    /// Whether there is a return link to show: its first target must have a name.
    public var hasReferer: Bool { text != nil }

    /// The banner's text with the referer's name in full; nil if there is no return link to show.
    public var text: String? {
        // An empty name does not count: "Touch to return to " would not say where it leads.
        guard let name = refererAppLink?.targets.first?.appName, !name.isEmpty else { return nil }
        return "Touch to return to " + name
    }

    /// Whether the banner is visible.
    public var isVisible: Bool { hasReferer && !isClosed && !isHidden && !isCollapsed }

    /// Returns the height in points: the label, the margins, and the status bar if included; 0 if closed, tapped or without a link.
    ///
    /// A hidden banner keeps its height, as in Bolts.
    public func height(labelHeight: Double, statusBar: StatusBar = .hidden) -> Double {
        guard hasReferer, !isClosed, !isCollapsed else { return 0 }
        return labelHeight + 2 * Self.verticalMargin + (statusBarInclusion == .never ? 0 : statusBar.thickness)
    }

    /// The system's bar at the top of the screen, with the clock and the battery.
    public struct StatusBar: Sendable, Hashable {
        /// The width of its frame in points, as reported by the system: the short side in landscape.
        public var width: Double
        /// The height of its frame in points.
        public var height: Double
        /// Whether it is hidden.
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

        /// The height it occupies at the top of the screen.
        public var thickness: Double { isHidden ? 0 : (isLandscape ? width : height) }
    }
}
