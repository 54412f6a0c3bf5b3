import AppLinks
import Bytes
import Services

extension LinkReading {
    /// The kind of a link: what can open it, judged by its scheme. More kinds may be added in later versions.
    public struct Kind: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        /// The name of the kind, which is stable: `web`, `app`, `intent`, `system`, `qr-code`, `no-link`.
        public let rawValue: String

        /// Creates the kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An `http` or `https` link. A browser opens it, or an app that is associated with its site.
        public static let web = Kind(rawValue: "web")
        /// A link with a scheme that apps claim: `shop://item/7`.
        public static let app = Kind(rawValue: "app")
        /// An `intent:` or `android-app:` URI, which Android reads.
        public static let intent = Kind(rawValue: "intent")
        /// A link that the operating system, the browser or the network handles: `mailto:`, `market:`, `javascript:`, `ftp:`.
        public static let system = Kind(rawValue: "system")
        /// The text of a QR code that only looks like a URL: `WIFI:S:Kiosk;;`.
        public static let qrCode = Kind(rawValue: "qr-code")
        /// A text that nothing opens: it is not a URL, or it has no scheme. ``LinkReading/findings`` say why.
        public static let noLink = Kind(rawValue: "no-link")

        /// The name of the kind.
        public var description: String { rawValue }
    }

    /// The kind of the link: what can open it.
    public var kind: Kind {
        guard let reading = inspection.reading, let scheme = reading.components.scheme, !scheme.isEmpty else { return .noLink }
        let bytes = inspection.bytes
        if inspection.isPayload { return .qrCode }
        if SchemeName.isWeb(bytes, scheme) { return .web }
        if SchemeName.isIntent(bytes, scheme) { return .intent }
        guard let facts = KnownSchemes.embedded.facts(bytes.span, scheme) else { return .app }
        return facts.owner.isClaimable ? .app : .system
    }
}
