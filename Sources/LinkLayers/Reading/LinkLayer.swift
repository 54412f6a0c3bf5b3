import Bytes
import Secrets

/// One layer that was removed from a link: its kind, its place, and the text inside it.
///
///     https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ
///
///     kind           path    text
///     click-wrapper  u       https://shop.example/?data=eyJpdGVtIjo3LCJuIjoxfQ
///     base64         u.data  {"item":7,"n":1}
public struct LinkLayer: Sendable {
    private let reading: LinkReading
    private let index: Int

    init(_ reading: LinkReading, _ index: Int) { (self.reading, self.index) = (reading, index) }

    private var layer: Layer { reading.inspection.layers[index] }

    /// The kind of a layer. The raw values are stable: `linkscope inspect --json` prints them. More kinds may be added in later versions, so
    /// a `switch` needs `@unknown default`.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
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

    /// The kind of the layer.
    public var kind: Kind { layer.kind }

    /// The name of the service that wrapped the link; nil if none is known.
    public var service: String? { layer.service?.name }

    /// The Android package that gets the link of an intent, as the link names it; nil if the intent names none.
    public var app: String? { layer.package }

    /// The index in ``LinkReading/layers`` of the layer that contains this layer; nil if the link itself contains it.
    public var outer: Int? { layer.outer }

    /// The nesting depth: 1 for a layer directly in the link.
    public var depth: Int { layer.depth }

    /// The names that lead to the value, from the outermost to the innermost: `u`, `al_applink_data.items[0].url`. Long names are
    /// shortened, secrets are masked, and control and invisible characters are written by their code points, such as `<U+202E>`.
    public var path: String { HiddenCharacters.shown(in: Secrets.masked(layer.path)) }

    /// The place of the encoded value in the bytes of ``LinkReading/utf8``.
    public var place: Range<Int> { layer.range }

    /// The value as it is written in the layer that contains it, still encoded.
    public var written: String { String(decoding: reading.inspection.outerText(of: layer)[layer.outerRange], as: UTF8.self) }

    /// The text inside the layer, decoded. Bytes that are not UTF-8 become U+FFFD. It may contain secrets and control characters.
    public var text: String { layer.text.string }

    /// The text inside the layer with each secret replaced by eight `•`.
    public var masked: String { String(decoding: reading.inspection.masked(layer), as: UTF8.self) }
}
