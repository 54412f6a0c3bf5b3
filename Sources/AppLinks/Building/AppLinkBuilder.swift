public import JSONDocument

/// Makes an App Link that every reader understands alike.
///
///     var builder = AppLinkBuilder(target: page)                       // https://example.com/p/42
///     builder.app = LinkURL("news://p/42?from=mail#top")
///     builder.extras = ["campaign": "spring & summer"]
///     builder.referer = .init(appName: "Shop", url: back)
///     try builder.url()                                                // news://p/42?from=mail&al_applink_data=%7B…%7D#top
///
/// Of the data everything but letters, digits and `-._~` is escaped: no reader can end the parameter early or take `+` for a blank. It
/// stands at the end of the query, before the fragment. What the URL has in its query stays byte for byte, except `al_applink_data` that
/// is there already, however often: it is replaced.
///
/// What is built reads back as the same, with ``IncomingLink`` and ``init(_:)``; what would not is an error. ``AppLinkNavigation`` writes
/// links too, but as Bolts does, which leaves these checks to its callers.
public struct AppLinkBuilder: Sendable, Hashable {
    /// What the link is about, usually a web page: `target_url`.
    public var target: LinkURL

    /// The URL that opens the application and carries the data. Nil lets the target itself carry it.
    public var app: LinkURL?

    /// What the target is to read. An object is written even when there are none, as Bolts' senders do.
    public var extras: JSONObject

    /// The way back to the sender.
    public var referer: Referer?

    /// What wrote the link. Nil leaves what ``data`` says, else it is ``AppLinkNavigation/userAgent``.
    public var userAgent: String?

    /// More of the link's data. What the other properties say wins over the same words here; extras and referer are put together.
    ///
    /// `version` need not be here: it is "1.0", the one there is.
    public var data: JSONObject

    /// The application that a link came from.
    public struct Referer: Sendable, Hashable {
        /// What the application calls itself: "Touch to return to …".
        public var appName: String
        /// What leads back to it.
        public var url: LinkURL
        /// Its package, which Android's readers know. The protocol has no place for a number in the App Store.
        public var androidPackage: String?

        /// A way back; both the name and the URL are needed for one.
        public init(appName: String, url: LinkURL, androidPackage: String? = nil) {
            self.appName = appName
            self.url = url
            self.androidPackage = androidPackage
        }
    }

    /// A link to `target`, in an application if `app` is given.
    public init(
        target: LinkURL, app: LinkURL? = nil, extras: JSONObject = [:], referer: Referer? = nil, userAgent: String? = nil,
        data: JSONObject = [:]
    ) {
        self.target = target
        self.app = app
        self.extras = extras
        self.referer = referer
        self.userAgent = userAgent
        self.data = data
    }

    /// The link.
    ///
    /// - Throws: ``AppLinkBuildingError`` for what no reader, or not every one, would read as it is meant.
    public func url() throws(AppLinkBuildingError) -> LinkURL {
        try Self.requireScheme(of: target, .target)
        if let app { try Self.requireScheme(of: app, .app) }
        if let referer { try Self.requireScheme(of: referer.url, .referer) }
        var parameter = Array(AppLinkKeys.parameter.utf8)
        parameter.append(UInt8(ascii: "="))
        PercentCoding.encode(try wholeData(), into: &parameter)
        guard let url = (app ?? target).replacingData(with: parameter) else {
            throw AppLinkBuildingError(.tooLong, .data, "With its data, the link is longer than 2 GiB. Shorten the data.")
        }
        return url
    }

    private static func requireScheme(of url: LinkURL, _ part: AppLinkBuildingError.Part) throws(AppLinkBuildingError) {
        guard url.scheme?.isEmpty ?? true else { return }
        throw AppLinkBuildingError(
            .noScheme, part, "\(url) has no scheme, so nothing can open it. Write it in full, such as shop://item/7.")
    }
}
