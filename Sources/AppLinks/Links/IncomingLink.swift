public import JSONDocument

/// A link as an application receives it, read by the rules of App Links 1.0.
///
///     let link = IncomingLink(url, entry: .inbound(sourceApplication: "com.example.news"))
///     link.targetURL                       // what the link is about
///     link.extras?["campaign"]             // what the sender put in
///     link.referer                         // the way back, if the sender named one
///     link.events                          // what measuring applications are told
///
/// Every URL can be read; one without usable `al_applink_data` is simply no App Link: its target is itself, it has no data and
/// no events. The data comes from strangers, so a field of the wrong type counts as absent and never more than that.
///
/// Reading is done once, on creation. What only some callers ask for (parameters, events, JSON values) is made when asked.
public struct IncomingLink: Sendable {
    /// The way the link came in, which decides what events it makes.
    public enum Entry: Sendable, Hashable {
        /// Read for any purpose: the parse event.
        case plain
        /// Opened by the system for us: the parse event and the inbound event, with the application it came from if that is known.
        case inbound(sourceApplication: String?)
        /// Read to show the banner that leads back: the parse event, marked so.
        case backToReferrerBar
    }

    /// One object instead of three URLs and a document: links are passed around a lot, and never changed.
    private let storage: Storage

    /// Reads `url`.
    public init(_ url: LinkURL, entry: Entry = .plain) {
        var nobody = Unobserved()
        self.init(url, entry: entry, observer: &nobody)
    }

    /// Reads `url` and tells `observer` everything that is not as it should be.
    package init(_ url: LinkURL, entry: Entry = .plain, observer: inout some LinkOddityObserver) {
        storage = Storage(entry: entry, reading: IncomingLinkParser.parse(url, &observer))
    }

    fileprivate final class Storage: Sendable {
        let entry: Entry
        let reading: LinkReading

        init(entry: Entry, reading: LinkReading) {
            self.entry = entry
            self.reading = reading
        }
    }

    private var reading: LinkReading { storage.reading }
}

/// The URLs
extension IncomingLink {
    /// The way the link came in.
    public var entry: Entry { storage.entry }

    /// The URL that was read.
    public var inputURL: LinkURL { reading.inputURL }

    /// What the link is about: `target_url` of an App Link that names one, else the input URL.
    public var targetURL: LinkURL { reading.targetURL ?? reading.inputURL }

    /// The parameters of the input URL's query, `al_applink_data` among them.
    public var inputQueryParameters: QueryParameters { inputURL.queryParameters }

    /// The parameters of the target URL's query.
    public var targetQueryParameters: QueryParameters { targetURL.queryParameters }
}

/// The data
extension IncomingLink {
    /// Whether the URL carries `al_applink_data` of version 1.0.
    public var isAppLink: Bool { reading.data != nil }

    /// The parsed `al_applink_data`, even when it made no App Link; nil when there is none with a value.
    public var document: JSONDocument? { reading.document }

    /// The whole data with all unknown fields; nil when this is no App Link.
    public var appLinkData: JSONValue? { reading.data.map { JSONValue($0) } }

    /// What the sender put in for the target to read: `extras`, if it is an object.
    public var extras: JSONValue? {
        guard let extras = reading.data?[AppLinkKeys.extras], extras.kind == .object else { return nil }
        return JSONValue(extras)
    }

    /// The protocol's version; "1.0" also for a link that says nothing. Nil when this is no App Link.
    public var version: String? { isAppLink ? AppLinkKeys.currentVersion : nil }

    /// What wrote the link, as far as it says.
    public var userAgent: String? { reading.data?[AppLinkKeys.userAgent]?.stringValue }

    /// The URL in `referer_app_link`, as text and even when the name is missing, as the events report it.
    public var refererURL: String? { reading.refererURL }

    /// The name in `referer_app_link`, even when the URL is missing, as the events report it.
    public var refererAppName: String? { reading.refererAppName }

    /// The way back to the sender: there when `referer_app_link` has both a name and an URL that is one.
    public var referer: AppLink? {
        guard let url = reading.referer else { return nil }
        return AppLink(
            sourceURL: url,
            targets: [AppLinkTarget(url: url, appStoreID: nil, appName: reading.refererAppName)],
            webURL: nil,
            isBackToReferrer: true
        )
    }

    /// Whether this link was made by Facebook for the application with this id, without the application having asked for it.
    ///
    /// Then `is_auto_applink` is true and the target is `fbAPPID://applinks`. Source: facebook-ios-sdk.
    public func isAutoAppLink(appID: String) -> Bool {
        guard let flag = reading.data?[AppLinkKeys.autoAppLink], flag.isTruthy else { return false }
        return targetURL.host == "applinks" && targetURL.scheme == "fb" + appID
    }
}

/// Places
extension IncomingLink {
    /// Where the value of the deciding `al_applink_data` stands in the input URL's text.
    package var dataRange: Range<Int>? { reading.dataRange }

    /// Where bytes of ``document`` stand in the input URL's text, which is longer for every escape in it.
    package func inputRange(ofData range: Range<Int>) -> Range<Int>? {
        reading.dataRange.map { IncomingLinkParser.inputRange(of: range, data: $0, in: inputURL) }
    }
}

extension JSONDocument.Node {
    /// Whether a flag is set as Objective-C's `boolValue` reads it: true, a number other than 0, or text that begins like one of them.
    fileprivate var isTruthy: Bool {
        switch kind {
        case .bool: return boolValue == true
        case .number: return numberLiteral.flatMap { Double($0) }.map { $0 != 0 } ?? false
        case .string:
            let text = (stringValue ?? "").drop { $0 == " " || $0 == "\t" || $0 == "\n" }
            let digits = text.first == "+" || text.first == "-" ? text.dropFirst() : text
            guard let first = digits.drop(while: { $0 == "0" }).first else { return false }
            return "YyTt123456789".contains(first)
        case .object, .array, .null: return false
        }
    }
}
