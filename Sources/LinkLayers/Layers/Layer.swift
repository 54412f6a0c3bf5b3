import AppLinks
package import Bytes
import JSONDocument
package import Secrets

/// The kind of a layer. The raw values are stable: `linkscope inspect --json` prints them. More kinds may be added in later versions, so a
/// `switch` needs `@unknown default`.
@nonexhaustive
public enum LayerKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A link to a page that counts the click or checks the wrapped link, and then redirects to the wrapped link.
    case clickWrapper = "click-wrapper"
    /// A copy of the page in Google's AMP.
    case amp
    /// An archived copy of the page.
    case archive
    /// A link of an attribution service, which measures where users come from.
    case attribution
    /// Parameters inside a value, such as `referrer` in a link to a store, or inside the fragment.
    case parameters
    /// Any other parameter or text that is a link.
    case link
    /// The data of an `intent:` URI.
    case intent
    /// The page that a browser opens when no app handles an `intent:` URI.
    case intentFallback = "intent-fallback"
    /// The link inside an `android-app:` URI. The app that the URI names receives this link.
    case androidApp = "android-app"
    /// A value that was percent-encoded once more than necessary.
    case percentEncoding = "percent-encoding"
    /// A text in base64.
    case base64
    /// A text that was compressed with gzip, and then encoded in base64.
    case gzip
    /// A signed token (JSON Web Token). The text of the layer is one object with the header and the claims of the token, without the
    /// signature.
    case token = "jwt"
    /// A JSON object or array.
    case json

    /// The raw value.
    public var description: String { rawValue }
}

/// One layer that was removed from a link: its kind, its place, and the text inside it.
///
///    https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ
///    0 click-wrapper  u         https://shop.example/?data=eyJpdGVtIjo3LCJuIjoxfQ
///    1 base64         u.data    {"item":7,"n":1}                                  outer: 0
package struct Layer: Sendable {
    package let kind: LayerKind
    /// The service that wrapped the link. Nil if none is known.
    package let service: Service?
    /// The app that gets the link of an intent. Nil if the intent names none.
    package let package: String?
    /// Whether the text stands in the outer layer as it is, without an encoding.
    let isVerbatim: Bool
    /// Whether the layer was removed from the whole outer link, rather than from a value in that link.
    package var wrapsLink: Bool {
        switch kind {
        case .clickWrapper, .amp, .archive, .attribution, .intent, .intentFallback, .androidApp: true
        case .link, .parameters, .percentEncoding, .base64, .gzip, .token, .json: false
        }
    }
    /// Whether the layer is the App Link data of a link that another link carries.
    package var isAppLinkData: Bool { kind == .json && (path.hasSuffix(".al_applink_data") || path == "al_applink_data") }
    /// What the layer is, in texts for people. A mail gateway also makes layers of the kind `click-wrapper`.
    package var words: String {
        switch kind {
        case .clickWrapper: "wrapper"
        case .percentEncoding: "percent-encoded"
        case .gzip: "gzip in base64"
        case .token: "signed token"
        case .json: isAppLinkData ? "App Link data" : "JSON"
        case .amp, .archive, .attribution, .parameters, .link, .intent, .intentFallback, .androidApp, .base64: kind.rawValue
        }
    }
    /// The index in ``LinkInspection/layers`` of the layer that contains this layer. Nil if the input link contains it directly.
    package let outer: Int?
    /// The nesting depth: 1 for a layer directly in the input link.
    package let depth: Int
    /// The path of names to the value: `u`, `al_applink_data.target_url`.
    package let path: String
    /// The byte range in the outer layer's text, as written there.
    package let outerRange: Range<Int>
    /// The decoded text inside the layer.
    package let text: MappedText

    /// The byte range of the input link that the text came from.
    package let range: Range<Int>

    /// The secrets of the text. The text alone may not show them: the `code` in a fragment is one because of the path before the fragment.
    package let secrets: [Range<Int>]
}

/// The path of names to a value, while it is put together: `al_applink_data.items[0].url`.
struct LayerPath {
    private var bytes: [UInt8] = []
    /// The first paths that were put together. They are kept because the same paths occur in many links.
    private var known: [String] = []
    private static let mostKnown = 8

    /// Begins a path that continues another one.
    mutating func begin(_ path: String) {
        bytes.removeAll(keepingCapacity: true)
        path.withBytes { bytes.append($0) }
    }

    /// Appends a name. Its length is limited, because names are untrusted.
    mutating func append(name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        let isLong = name.utf8.count > Self.longest
        let shown = isLong ? String(name.unicodeScalars.prefix(40)) + "…" : name
        shown.withBytes { bytes.append($0) }
    }

    private static let longest = 60

    /// Appends the way to a value of a document. Only the first 16 steps are included.
    mutating func append(_ containers: [JSONWalk.Container], in view: JSONView) {
        for container in containers.prefix(16) {
            if container.isObject { append(name: container.key, in: view) } else { bytes += "[\(container.position)]".utf8 }
        }
    }

    /// Appends the name of a member.
    private mutating func append(name key: Int, in view: JSONView) {
        let record = view[key]
        guard !record.flags.contains(.needsDecoding), record.contentRange.count <= Self.longest else {
            return append(name: view.text(of: key))
        }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ".")) }
        view.bytes.append(record.contentRange, to: &bytes)
    }

    /// The path that was put together.
    var text: String {
        mutating get {
            for path in known where path.withBytes({ $0.isEqual(to: bytes.span) }) { return path }
            let text = bytes.span.string
            if known.count < Self.mostKnown, bytes.count <= Self.longest { known.append(text) }
            return text
        }
    }
}

/// The place of a value: its layer and its bytes.
struct ValuePlace {
    var outer: Int?
    /// The bytes in the layer. Nil for a value in the App Link data of the input; the bytes of the link that the value came from count
    /// then.
    var range: Range<Int>?
    /// Whether the value is between the quotes of a JSON string.
    var isInJSON = false
    /// Whether the value is written there without an encoding.
    var isVerbatim = false
}

/// The name of a value in its layer. The path to the value is put together only if the value is a layer.
enum LayerName {
    /// The value is the whole text of the layer.
    case whole
    case name(String)
    /// The value is the one in a document that the peeler has reached.
    case value(JSONView)
}

/// The input link or a link in a layer, split into its components, with its query.
struct SplitLink {
    let bytes: [UInt8]
    private let split: URLSplitter.Split
    private(set) var query: LinkQuery
    private let firsts: FirstComponents?
    /// Whether the scheme is `http` or `https`.
    let isWeb: Bool

    /// Creates the input link, which was read already.
    init(_ link: AppLinkReading) { self.init(link.text, link.split, link.query) }

    private init(_ bytes: [UInt8], _ split: URLSplitter.Split, _ query: LinkQuery) {
        (self.bytes, self.split, self.query) = (bytes, split, query)
        firsts = query.components.count > 16 ? FirstComponents() : nil
        // A closure would copy the link.
        if let scheme = split.components.scheme { isWeb = SchemeName.isWeb(bytes, scheme) } else { isWeb = false }
    }

    /// Reads a link in a layer. Returns nil if the text is not UTF-8 or not a URL. The query uses `memory` until ``giveBack(_:)``.
    init?(_ bytes: [UInt8], _ memory: inout LinkQuery) {
        var query = LinkQuery()
        swap(&query, &memory)
        guard let split = query.read(bytes.span, keeping: AppLinkReading.mostKept) else { return nil }
        // Only a text that needs encoding can have bytes beyond ASCII, and only such bytes can make it no URL after all.
        if split.needsEncoding, LinkURL(utf8: bytes) == nil { return nil }
        self.init(bytes, split, query)
    }

    mutating func giveBack(_ memory: inout LinkQuery) { swap(&query, &memory) }

    var components: LinkURL.Components { split.components }
    /// Whether some component has a byte that must be encoded.
    var needsEncoding: Bool { split.needsEncoding }
    /// What the escapes of the link stand for, and which delimiters stand after its authority.
    var escapes: EscapeKinds { split.escapes }

    /// Returns whether a parameter has a name.
    func matches(_ name: NamePattern, _ component: LinkQuery.Component) -> Bool {
        query.decoded.withSpan(component.name) { name.matches($0, 0..<$0.count) }
    }

    /// Returns the first parameter that has a name. Each parameter may ask for the same ones, so a long query is searched once for each name.
    func first(_ name: NamePattern) -> LinkQuery.Component? {
        if let known = firsts?.known[name] { return known }
        let first = query.components.first { matches(name, $0) }
        firsts?.known[name] = .some(first)
        return first
    }

    /// The first parameter of each name that was looked for. It is nil for a name that no parameter has.
    private final class FirstComponents {
        var known: [NamePattern: LinkQuery.Component?] = [:]
    }

    /// The host as ``LinkURL/host`` spells it.
    var host: String? { LinkURL(utf8: bytes)?.host }
}

extension LinkURL.Components {
    /// Whether there is no colon, or nothing before the first colon: `//a/b`, `www.example.com`, `://a`.
    var hasNoScheme: Bool { scheme?.isEmpty ?? true }
}

/// A parameter that an attribution service or a store gives a meaning, or without which the link fails.
package struct KnownParameter: Sendable {
    package let rule: ParameterRule
    package let owner: Service
    /// The index of the layer that has the parameter. Nil if the link itself has it.
    package let layer: Int?
    /// The bytes of the layer, or of the link, that the parameter is written in.
    package let place: Range<Int>

    /// Returns the bytes of the link that the parameter came from. All parameters of a compressed text come from the same bytes.
    package func range(in layers: [Layer]) -> Range<Int> { layer.map { layers[$0].text.original(place) } ?? place }
}
