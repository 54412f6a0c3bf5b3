import AppLinks
import Bytes
import JSONDocument

extension LinkReading {
    /// Whether the link is an App Link, that is, whether it carries `al_applink_data` of version 1.0.
    public var isAppLink: Bool { inspection.reading?.isAppLink ?? false }

    /// What the link is about, as written: the `target_url` of an App Link that has one, otherwise the link itself. Nil if the text is not a
    /// URL.
    public var target: String? { inspection.link?.targetURL.text }

    /// The App Link data; nil if the link has none. The data may be unusable, see ``AppLinkData/isUsable``.
    public var appLinkData: AppLinkData? { inspection.link.flatMap(AppLinkData.init) }

    /// The sender that an App Link names; nil if it names none.
    public var referer: Referer? {
        guard let link = inspection.link, link.isAppLink, link.refererURL != nil || link.refererAppName != nil else { return nil }
        return Referer(url: link.refererURL, appName: link.refererAppName)
    }

    /// The data of an App Link: the parameter `al_applink_data`, percent-decoded.
    ///
    /// The texts may contain secrets; see ``TextSecrets``.
    public struct AppLinkData: Sendable, Hashable {
        /// The data as JSON, as the sender wrote it. It may be malformed. Bytes that are not UTF-8 become U+FFFD.
        public let json: String
        /// Whether apps can use the data, that is, whether it is a JSON object of version 1.0. If not, the link is not an App Link.
        public let isUsable: Bool
        /// The values that the sender added for the target app, as a JSON object; nil if there are none.
        public let extras: String?
        /// The name of the software that wrote the link; nil if the link does not name it.
        public let userAgent: String?
        /// The place of the data in the link, where it is percent-encoded.
        public let place: Range<Int>

        init?(_ link: IncomingLink) {
            guard let document = link.document, let place = link.dataRange else { return nil }
            json = String(decoding: document.source, as: UTF8.self)
            isUsable = link.isAppLink
            userAgent = link.userAgent
            let extras = isUsable ? document.root?[AppLinkKeys.extras] : nil
            self.extras = extras?.kind == .object ? extras?.text : nil
            self.place = place
        }
    }

    /// The sender of an App Link, to which the user can return. The app shows the return-to-referer banner only if both values are known.
    public struct Referer: Sendable, Hashable {
        /// The URL that returns to the sender, as written. It may be malformed, and may contain secrets.
        public let url: String?
        /// The name of the sending app.
        public let appName: String?
    }
}
