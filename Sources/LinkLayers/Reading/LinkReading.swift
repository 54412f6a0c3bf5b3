public import AppLinks
import Bytes
import JSONDocument
import Secrets

/// A link taken apart: what it means, the layers that it was wrapped in, what is wrong with it, and how to repair it.
///
///     let link = LinkReading("https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2Fitem%3Fname%3Dred+shoes")
///     link.kind                            // web
///     link.layers.map(\.text)              // ["https://shop.example/item?name=red+shoes"]
///     for finding in link.findings { print(finding.severity, finding.code, finding.message) }
///     link.repaired()?.link                // the link after all repairs; nil if nothing can be repaired
///     link.masked                          // the link without its secrets, for logs and bug reports
///
/// Any text can be read. If the text is not a link, the findings say why. Reading does not use the network, never fails, and keeps no state
/// between links. Only the first MiB of the text is read, in a time that is proportional to the length of what is read.
///
/// All places are ranges of the bytes of ``utf8``, not of characters.
///
/// The rules come from RFC 3986 (URLs), RFC 8259 (JSON), App Links 1.0 as implemented by Bolts, Android's `Intent.parseUri`, and the
/// documentation of the services whose links are known. <doc:Findings> gives the rule behind each finding.
public struct LinkReading: Sendable {
    /// The maximum number of bytes that are read of a link: 1 MiB. A longer text has the finding ``FindingCode/cut``.
    public static let longest = 1 << 20

    /// One shared object, because an inspection is large and never changes.
    private let storage: Storage

    private final class Storage: Sendable {
        let inspection: LinkInspection

        init(_ inspection: LinkInspection) { self.inspection = inspection }
    }

    /// Reads a link. White space around it is ignored.
    public init(_ link: String) { self.init(utf8: link.utf8) }

    /// Reads a link that may not be UTF-8, for example from a file. White space around it is ignored.
    ///
    /// - Parameter bytes: The link. At most ``longest`` + 1 bytes are taken from the sequence; the extra byte shows whether the link is too
    ///   long.
    public init(utf8 bytes: some Sequence<UInt8>) {
        var bytes = Array(bytes.prefix(Self.longest + 1))
        let isCut = bytes.count > Self.longest
        if isCut { bytes.removeSubrange(bytes.span.characterEnd(atMost: Self.longest)...) }
        storage = Storage(LinkInspection(bytes, entry: .plain, isCut: isCut))
    }

    var inspection: LinkInspection { storage.inspection }
}

// The link as a whole.
extension LinkReading {
    /// The bytes of the link, without the white space around it. All places are ranges of these bytes.
    public var utf8: [UInt8] { inspection.bytes }

    /// The link as text. Bytes that are not UTF-8 become U+FFFD. It may contain secrets and control characters.
    public var link: String { String(decoding: inspection.bytes, as: UTF8.self) }

    /// Returns the text at a place, as written. Bytes outside the link are left out.
    public func text(at place: Range<Int>) -> String {
        String(decoding: inspection.bytes[place.clamped(to: 0..<inspection.bytes.count)], as: UTF8.self)
    }

    /// The URL of the link; nil if the text is not a URL. ``kind`` tells which kind of program can open it.
    public var url: LinkURL? { inspection.reading?.inputURL }

    /// The link as an app reads it by the rules of App Links: its parameters and its data as values. Nil if the text is not a URL.
    public var incomingLink: IncomingLink? { inspection.link }

    /// The layers of the link: wrappers, encodings and the links inside. A layer comes after the layer that contains it. Links are
    /// unwrapped up to 8 deep, and at most 64 layers are listed.
    public var layers: [LinkLayer] { inspection.layers.indices.map { LinkLayer(self, $0) } }
}

// What is wrong.
extension LinkReading {
    /// What is wrong with the link or worth knowing about it, errors first. If there are more than 100 findings, only 100 are listed,
    /// followed by ``FindingCode/moreFindings``.
    public var findings: [LinkFinding] { inspection.findings.map(LinkFinding.init) }

    /// The highest severity of the findings; nil if there are none.
    public var severity: LinkFinding.Severity? { inspection.severity }
}

extension LinkReading: CustomStringConvertible {
    /// The link without its secrets.
    public var description: String { masked }
}

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

extension LinkReading {
    /// The kind of a link: what can open it, judged by its scheme. The raw values are stable. More kinds may be added in later versions, so a
    /// `switch` needs `@unknown default`.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable, CustomStringConvertible {
        /// An `http` or `https` link. A browser opens it, or an app that is associated with its site.
        case web
        /// A link with a scheme that apps claim: `shop://item/7`.
        case app
        /// An `intent:` or `android-app:` URI, which Android reads.
        case intent
        /// A link that the operating system, the browser or the network handles: `mailto:`, `market:`, `javascript:`, `ftp:`.
        case system
        /// The text of a QR code that only looks like a URL: `WIFI:S:Kiosk;;`.
        case qrCode = "qr-code"
        /// A text that nothing opens: it is not a URL, or it has no scheme. ``LinkReading/findings`` say why.
        case noLink = "no-link"

        /// The raw value.
        public var description: String { rawValue }
    }

    /// The kind of the link: what can open it.
    public var kind: Kind {
        guard let reading = inspection.reading, let scheme = reading.components.scheme, !scheme.isEmpty else { return .noLink }
        let bytes = inspection.bytes
        if inspection.isPayload { return .qrCode }
        if SchemeName.isWeb(bytes, scheme) { return .web }
        if SchemeName.isIntent(bytes, scheme) { return .intent }
        return SchemeName.isClaimable(bytes, scheme) ? .app : .system
    }
}

extension LinkReading {
    /// The places of the secrets in the link, in order and without overlaps: tokens, passwords, keys and codes, at any depth of encoding.
    public var secrets: [Range<Int>] { inspection.secrets }

    /// The link with each secret replaced by eight `•`, for logs and bug reports. Bytes that are not UTF-8 become U+FFFD. Control
    /// characters stay as they are, so escape them before you show the text on a terminal.
    public var masked: String { String(decoding: Secrets.masked(inspection.bytes, secrets), as: UTF8.self) }
}

/// Finds and masks the secrets in any text: tokens, passwords, keys and codes.
///
///     TextSecrets.masked("GET /login?access_token=EAAB123 from shop://home")  // GET /login?access_token=•••••••• from shop://home
///
/// A secret is recognized by its name, by its name together with the text around it, or by its form. It is also recognized if it is
/// percent-encoded or inside JSON or base64. The search does not parse the text, so it also finds secrets in truncated or malformed text.
/// No search finds every secret: a password without a name, for example, looks like any word.
///
/// A link that was read needs no further search: it has ``LinkReading/secrets`` and ``LinkReading/masked``.
public enum TextSecrets {
    /// Returns the places of the secrets in the bytes of `text.utf8`, in order and without overlaps.
    public static func places(in text: String) -> [Range<Int>] { Secrets.ranges(in: Array(text.utf8)) }

    /// Returns the text with each secret replaced by eight `•`. A text without secrets is returned unchanged.
    public static func masked(_ text: String) -> String { Secrets.masked(text) }
}
