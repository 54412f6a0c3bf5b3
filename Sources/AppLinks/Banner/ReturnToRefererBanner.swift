/// The bar above an application's content that leads back to where a link came from: "Touch to return to Shop".
///
/// A value with the rules of Bolts' `BFAppLinkReturnToRefererView`: what it says, whether it shows, how high it is. Drawing and
/// opening are others' work; ``ReturnToRefererController`` ties it to an opener.
///
///     var banner = ReturnToRefererBanner()
///     banner.show(link.referer)
///     banner.text            // "Touch to return to Shop"
///     banner.close()
///     banner.show(another)   // stays closed until isClosed is set to false
public struct ReturnToRefererBanner: Sendable, Hashable {
    /// Whether the room the system's status bar takes is part of the banner's height.
    public enum StatusBarInclusion: String, Sendable, Hashable {
        /// It is not.
        case never
        /// It is where content reaches below the status bar: on iOS 7 and later, so everywhere today. The default.
        case whereContentReachesBelow
        /// It is, wherever the banner is shown.
        case always
    }

    /// The link back, as it was last shown; whether it is one that can be shown is ``hasReferer``.
    public private(set) var refererAppLink: AppLink?

    /// Whether the application keeps the banner hidden.
    public var isHidden = false

    /// Whether the banner was closed. It stays closed, for later links too, until this is set to false.
    public var isClosed = false {
        didSet { if oldValue, !isClosed { isCollapsed = false } }
    }

    /// Whether the status bar's room is part of the height.
    public var statusBarInclusion = StatusBarInclusion.whereContentReachesBelow

    /// Whether the banner was used: it has no height until the next link is shown, but is not closed.
    public private(set) var isCollapsed = false

    /// Above and below the label, in points.
    public static let verticalMargin = 8.5

    /// Width and height of the close button, in points.
    public static let closeButtonSide = 12.0

    /// A banner that has nothing to show yet.
    public init() {}

    /// Shows the way back along `link`, or nothing for nil. Posts nothing: the link was parsed elsewhere.
    public mutating func show(_ link: AppLink?) {
        refererAppLink = link
        isCollapsed = false
    }

    /// Shows the way back that `url` names, or nothing where it names none; the events of reading it are the caller's to post.
    public mutating func show(url: LinkURL?) -> [MeasurementEvent] {
        let link = url.map { IncomingLink($0, entry: .backToReferrerBar) }
        show(link?.referer)
        return link?.events ?? []
    }

    /// Closes the banner for good, as its close button does.
    public mutating func close() {
        isClosed = true
    }

    /// Takes the banner's height away until the next link is shown, as using it does.
    public mutating func collapse() {
        isCollapsed = true
    }

    /// Whether there is a way back to show: a link whose first target has a name.
    public var hasReferer: Bool { text != nil }

    /// What the banner says; nil when there is no way back to show. The name is in it as it came, whole.
    public var text: String? {
        // An empty name is none: nobody knows where "Touch to return to " would lead.
        guard let name = refererAppLink?.targets.first?.appName, !name.isEmpty else { return nil }
        return "Touch to return to " + name
    }

    /// Whether the banner is to be seen.
    public var isVisible: Bool { hasReferer && !isClosed && !isHidden && !isCollapsed }

    /// The height in points: label, margins, and the status bar if it is included; 0 when closed, used, or with nothing to show.
    ///
    /// An application that hides the banner keeps its room, as in Bolts.
    public func height(labelHeight: Double, statusBar: StatusBar = .hidden) -> Double {
        guard hasReferer, !isClosed, !isCollapsed else { return 0 }
        return labelHeight + 2 * Self.verticalMargin + (statusBarInclusion == .never ? 0 : statusBar.thickness)
    }

    /// The bar at the top of the screen with clock and battery.
    public struct StatusBar: Sendable, Hashable {
        /// Its frame's width in points, as the system gives it: in landscape this is the short side.
        public var width: Double
        /// Its frame's height in points.
        public var height: Double
        /// Whether it is not shown.
        public var isHidden: Bool
        /// Whether the screen lies on its side.
        public var isLandscape: Bool

        /// No status bar.
        public static let hidden = StatusBar(width: 0, height: 0, isHidden: true)

        /// A status bar with the system's frame.
        public init(width: Double, height: Double, isHidden: Bool = false, isLandscape: Bool = false) {
            self.width = width
            self.height = height
            self.isHidden = isHidden
            self.isLandscape = isLandscape
        }

        /// The room it takes at the top.
        public var thickness: Double { isHidden ? 0 : (isLandscape ? width : height) }
    }
}
