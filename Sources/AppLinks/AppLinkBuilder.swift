public import JSONDocument

/// Builds an App Link that every reader understands the same way.
///
///     var builder = AppLinkBuilder(target: page)                       // https://example.com/p/42
///     builder.app = LinkURL("news://p/42?from=mail#top")
///     builder.extras = ["campaign": "spring & summer"]
///     builder.referer = .init(appName: "Shop", url: back)
///     try builder.url()                                                // news://p/42?from=mail&al_applink_data=%7B…%7D#top
///
/// In the data, everything except letters, digits and `-._~` is escaped, so no reader can end the parameter early or decode `+` as a space.
/// The data becomes the last parameter of the query, before the fragment, and replaces every existing `al_applink_data`. The rest of the
/// query stays unchanged, byte for byte.
///
/// Reading the result with ``IncomingLink`` and ``init(_:)`` gives the same values. Values that would change are errors.
/// ``AppLinkNavigation`` also writes links, but like Bolts it does not check the values.
public struct AppLinkBuilder: Sendable, Hashable {
    /// The subject of the link, usually a web page. It is written as `target_url`.
    public var target: LinkURL

    /// The URL that opens the app and carries the data. If it is nil, the target carries the data itself.
    public var app: LinkURL?

    /// Values for the target app. If there are no values, the link contains an empty object, as with Bolts.
    public var extras: JSONObject

    /// The app to return to.
    public var referer: Referer?

    /// The `user_agent` to write. If it is nil, the link contains the `user_agent` of ``data``. If ``data`` has no
    /// `user_agent`, the link contains ``AppLinkNavigation/userAgent``.
    public var userAgent: String?

    /// More fields of the link's data. If another property sets the same field, that property takes precedence. The fields of `extras` and
    /// `referer` are merged with those of this property.
    ///
    /// You can leave out `version`, because it is always "1.0".
    public var data: JSONObject

    /// The app that sends the link.
    public struct Referer: Sendable, Hashable {
        /// The app's name, as shown in "Touch to return to …".
        public var appName: String
        /// The URL that leads back to the app.
        public var url: LinkURL
        /// The Android package, which readers on Android use. The protocol has no field for an App Store ID.
        public var androidPackage: String?

        /// Creates a referer. The name and the URL are required.
        public init(appName: String, url: LinkURL, androidPackage: String? = nil) {
            self.appName = appName
            self.url = url
            self.androidPackage = androidPackage
        }
    }

    /// Creates a builder for a link to `target`. If `app` is given, that URL opens the app and carries the data.
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

    /// Returns the link.
    ///
    /// - Throws: ``AppLinkBuildingError`` for values that some reader would misread or reject.
    public func url() throws(AppLinkBuildingError) -> LinkURL {
        try Self.requireScheme(of: target, .target)
        if let app { try Self.requireScheme(of: app, .app) }
        if let referer { try Self.requireScheme(of: referer.url, .referer) }
        guard let url = (app ?? target).replacingData(with: AppLinkKeys.dataParameter(of: try wholeData())) else {
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

extension AppLinkBuilder {
    /// Splits an App Link into the properties of a builder, so that a changed link can be built. Returns nil if `link` is not an App Link.
    ///
    /// If the link has no target, the target is the link's own URL. Fields that a reader would ignore, such as extras that are not an
    /// object or a referer without a name, stay in ``data``. If such a field has the wrong type, ``url()`` reports it.
    public init?(_ link: IncomingLink) {
        guard let whole = link.appLinkData?.objectValue, let carrier = link.inputURL.replacingData(with: nil) else { return nil }
        // If the target equals the input URL, it also carries the data, which must be replaced.
        self.init(target: link.targetURL == link.inputURL ? carrier : link.targetURL, app: carrier, data: whole)
        if app == target { app = nil }
        data[AppLinkKeys.targetURL] = nil
        data[AppLinkKeys.version] = nil
        if let agent = link.userAgent {
            userAgent = agent
            data[AppLinkKeys.userAgent] = nil
        }
        if let given = link.extras?.objectValue {
            extras = given
            data[AppLinkKeys.extras] = nil
        }
        extractReferer(link)
    }

    private mutating func extractReferer(_ link: IncomingLink) {
        guard let back = link.referer?.targets.first, let url = back.url, let name = back.appName else { return }
        guard !name.isEmpty, url.scheme?.isEmpty == false, var members = data[AppLinkKeys.referer]?.objectValue else { return }
        referer = Referer(appName: name, url: url)
        members[AppLinkKeys.refererURL] = nil
        members[AppLinkKeys.refererAppName] = nil
        if let package = members[AppLinkKeys.refererPackage]?.stringValue {
            referer?.androidPackage = package
            members[AppLinkKeys.refererPackage] = nil
        }
        data[AppLinkKeys.referer] = members.isEmpty ? nil : .object(members)
    }
}

/// The reason why an App Link cannot be built, and the property that causes the problem.
public struct AppLinkBuildingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error; its raw value is a stable identifier.
    public enum Code: String, Sendable, Hashable {
        /// A URL without a scheme, which nothing can open.
        case noScheme = "no-scheme"
        /// A referer with an empty name. No reader would offer to return to it.
        case emptyRefererName = "empty-referer-name"
        /// A version that readers do not accept.
        case wrongVersion = "wrong-version"
        /// A field of the protocol whose value has the wrong type.
        case wrongType = "wrong-type"
        /// A number that JSON cannot express.
        case notExpressible = "not-expressible-as-json"
        /// A number beyond the range of `Double`, for which some readers reject the whole data.
        case numberTooLarge = "number-too-large"
        /// Containers nested deeper than readers allow.
        case tooDeep = "too-deep"
        /// More bytes than a URL can have.
        case tooLong = "too-long"
    }

    /// The property of ``AppLinkBuilder`` that caused the error.
    public enum Part: String, Sendable, Hashable {
        /// ``AppLinkBuilder/target``
        case target
        /// ``AppLinkBuilder/app``
        case app
        /// ``AppLinkBuilder/extras``
        case extras
        /// ``AppLinkBuilder/referer``
        case referer
        /// ``AppLinkBuilder/data``
        case data
    }

    /// The kind of error.
    public let code: Code

    /// The property that caused the error.
    public let part: Part

    /// The path of the value in the link's data, such as `extras.items[3]`; empty if the error is not about a value.
    public let path: String

    /// One sentence that says what is wrong, where, and how to fix it.
    public let description: String

    init(_ code: Code, _ part: Part, path: String = "", _ description: String) {
        self.code = code
        self.part = part
        self.path = path
        self.description = description
    }

    init(_ error: JSONSerializationError, _ part: Part) {
        let code: Code =
            switch error.code {
            case .numberNotExpressible: .notExpressible
            case .tooDeep: .tooDeep
            }
        self.init(code, part, path: error.path, "The link's data cannot be written: \(error).")
    }
}
