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
    public var hasReferer: Bool { name != nil }

    /// The banner's text with the full name of the referer, in the language of ``translations``; nil if there is no return link to display.
    public var text: String? { name.map { translations.text(naming: $0) } }

    /// The name of the referer. An empty name does not count, because "Touch to return to " would not say which app opens.
    private var name: String? {
        guard let name = refererAppLink?.targets.first?.appName, !name.isEmpty else { return nil }
        return name
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

/// A translation table for the text of a ``ReturnToRefererBanner``, such as the one of a `Localizable.strings` file.
///
/// Bolts takes the banner's text from the app's main bundle: it looks up the English text, ``key``, and formats the translation with one
/// argument, the name of the app to return to (`BFAppLinkReturnToRefererView.m`, lines 242 to 250). It ships English only. This table works
/// in the same way, but does not look into bundles:
///
///     banner.translations = ["Touch to return to %1$@": "Tik om terug te gaan naar %1$@"]
///     banner.text            // "Tik om terug te gaan naar Shop"
///
/// An app with a `Localizable.strings` file passes its entry:
///
///     let key = BannerTranslations.key
///     banner.translations = [key: Bundle.main.localizedString(forKey: key, value: nil, table: nil)]
///
/// In a translation, `%1$@` and `%@` stand for the name and `%%` for a percent sign. `%1$@` may occur several times, or not at all. The
/// name is inserted as it is, even if it contains `%@`. If a translation asks for a second argument (`%2$@`, or `%@` twice) or for a
/// number (`%d`), the result of Bolts is undefined. Here, such a placeholder remains in the text as written.
public struct BannerTranslations: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The English text, under which the table has the translation.
    public static let key = "Touch to return to %1$@"

    /// The translations by their English texts. A missing or an empty translation means that the text stays English.
    public var texts: [String: String]

    /// Creates a table from translations by their English texts. By default, the table is empty and the text is English.
    public init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// Creates a table from a dictionary literal. If a key occurs twice, the last translation counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { $1 })
    }

    /// Returns the banner's text for the app named `name`.
    public func text(naming name: String) -> String {
        let translation = texts[Self.key] ?? ""
        return Self.format(translation.isEmpty ? Self.key : translation, with: name)
    }

    /// Replaces the placeholders in `template`. Scalars are compared, because a character can consist of a placeholder's end and a
    /// combining mark.
    private static func format(_ template: String, with name: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        // The number of the argument that the next `%@` stands for.
        var next = 1
        while let percent = rest.firstIndex(of: "%") {
            text.append(contentsOf: rest[..<percent])
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text.append("%")
                rest = rest.dropFirst()
                continue
            }
            var end = rest
            var argument = next
            let digits = rest.prefix { "0"..."9" ~= $0 }
            if !digits.isEmpty, rest[digits.endIndex...].first == "$" {
                argument = Int(String(digits)) ?? 0
                end = rest[digits.endIndex...].dropFirst()
            }
            guard end.first == "@" else {
                text.append("%")
                continue
            }
            end = end.dropFirst()
            if digits.isEmpty { next += 1 }
            if argument == 1 {
                text.append(contentsOf: name.unicodeScalars)
            } else {
                text.append("%")
                text.append(contentsOf: rest[..<end.startIndex])
            }
            rest = end
        }
        text.append(contentsOf: rest)
        return String(text)
    }
}

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
