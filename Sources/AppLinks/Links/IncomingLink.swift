import Bytes
public import JSONDocument

/// A link as an app receives it, read by the rules of App Links 1.0.
///
///     let link = IncomingLink(url, entry: .inbound(sourceApplication: "com.example.news"))
///     link.targetURL                       // what the link is about
///     link.extras?["campaign"]             // what the sender added
///     link.referer                         // the app to return to, if the sender named one
///     link.events                          // the measurement events
///
/// Any URL can be read. A URL without usable `al_applink_data` is not an App Link: the URL is its own target, and the link has no data and
/// no events. The data is untrusted, so a field of the wrong type counts as missing.
///
/// The link is parsed once, at creation. URLs, parameters, events and JSON values are created on demand.
public struct IncomingLink: Sendable {
    /// The way in which the link arrived, which determines the events.
    public enum Entry: Sendable, Hashable {
        /// The link was read for another purpose. It has the parse event.
        case plain
        /// The system opened the link in this app. The link has the parse event and the inbound event, with the sending app if it is known.
        case inbound(sourceApplication: String?)
        /// The link was read to show the return-to-referer banner. It has the parse event, marked for the banner.
        case backToReferrerBar
    }

    /// The storage is one shared object, because links are copied often and never change.
    private let storage: Storage

    /// Reads `url`.
    public init(_ url: LinkURL, entry: Entry = .plain) {
        var reading = AppLinkReading()
        // A `LinkURL` was checked when it was made, so reading it does not fail.
        _ = url.text.withBytes { reading.read($0) }
        self.init(reading, entry: entry)
    }

    /// Creates a view of a link that was read.
    package init(_ reading: AppLinkReading, entry: Entry) { storage = Storage(entry: entry, reading: reading) }

    fileprivate final class Storage: Sendable {
        let entry: Entry
        let reading: AppLinkReading

        init(entry: Entry, reading: AppLinkReading) {
            self.entry = entry
            self.reading = reading
        }
    }

    /// The reading that this link is a view of.
    package var reading: AppLinkReading { storage.reading }
}

// The URLs.
extension IncomingLink {
    /// The way in which the link arrived.
    public var entry: Entry { storage.entry }

    /// The URL that was read.
    public var inputURL: LinkURL { reading.inputURL }

    /// The subject of the link: the `target_url` of an App Link that has one, otherwise the input URL.
    public var targetURL: LinkURL { reading.target.map { reading.url($0) } ?? reading.inputURL }

    /// The query parameters of the input URL, including `al_applink_data`.
    public var inputQueryParameters: QueryParameters { QueryParameters(of: reading.query) }

    /// The query parameters of the target URL.
    public var targetQueryParameters: QueryParameters { QueryParameters(of: reading.target == nil ? reading.query : reading.targetQuery) }
}

// The data.
extension IncomingLink {
    /// Whether the URL carries `al_applink_data` of version 1.0.
    public var isAppLink: Bool { reading.isAppLink }

    /// The parsed `al_applink_data`, even if this is not an App Link; nil if the parameter is missing or has no value.
    public var document: JSONDocument? { reading.document }

    /// The whole data, including unknown fields; nil if this is not an App Link.
    public var appLinkData: JSONValue? { root.map { JSONValue($0) } }

    /// The root of the data; nil if this is not an App Link.
    private var root: JSONDocument.Node? { isAppLink ? document?.root : nil }

    /// The values that the sender added for the target app: `extras`, if it is an object.
    public var extras: JSONValue? {
        guard let extras = root?[AppLinkKeys.extras], extras.kind == .object else { return nil }
        return JSONValue(extras)
    }

    /// The protocol version, "1.0", also for a link without a version; nil if this is not an App Link.
    public var version: String? { isAppLink ? AppLinkKeys.currentVersion : nil }

    /// The `user_agent` that wrote the link, if given.
    public var userAgent: String? { root?[AppLinkKeys.userAgent]?.stringValue }

    /// The URL in `referer_app_link` as text, even if the name is missing. The events report it.
    public var refererURL: String? { text(of: reading.fields.refererURL) }

    /// The name in `referer_app_link`, even if the URL is missing. The events report it.
    public var refererAppName: String? { text(of: reading.fields.refererAppName) }

    private func text(of node: Int?) -> String? { node.map { node in reading.withData { $0.text(of: node) } } }

    /// The link back to the sender, if `referer_app_link` has a name and a valid URL.
    public var referer: AppLink? {
        guard let url = reading.referer.map({ reading.url($0) }) else { return nil }
        return AppLink(
            sourceURL: url,
            targets: [AppLinkTarget(url: url, appStoreID: nil, appName: refererAppName)],
            webURL: nil,
            isBackToReferrer: true
        )
    }

    /// Returns whether Facebook itself made this link for the app with this ID.
    ///
    /// Such a link has a true `is_auto_applink` and the target `fbAPPID://applinks`. The rule comes from facebook-ios-sdk.
    public func isAutoAppLink(appID: String) -> Bool {
        guard let flag = root?[AppLinkKeys.autoAppLink], flag.isTruthy else { return false }
        return targetURL.host == "applinks" && targetURL.scheme == "fb" + appID
    }
}

// Places in the text of the input URL.
extension IncomingLink {
    /// The byte range of the App Link data in the input URL's text. If the parameter occurs several times, the range is that of the last
    /// occurrence.
    package var dataRange: Range<Int>? { reading.dataRange }

    /// Returns the range in the input URL's text for a range of bytes of ``document``. The result is longer than `range` if the text
    /// contains escapes.
    package func inputRange(ofData range: Range<Int>) -> Range<Int>? {
        reading.data == nil ? nil : reading.place(ofData: range)
    }
}

extension JSONDocument.Node {
    /// Whether a flag is set, by the rules of Objective-C's `boolValue`. Set flags are true, a nonzero number, and a string that begins
    /// with `Y`, `T` or a nonzero number.
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
