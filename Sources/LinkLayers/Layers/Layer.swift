package import Bytes
package import Services

/// One layer that was removed from a link: its kind, its place, and the text inside it.
///
///    https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ
///    0 click-wrapper  u         https://shop.example/?data=eyJpdGVtIjo3LCJuIjoxfQ
///    1 base64         u.data    {"item":7,"n":1}                                  outer: 0
package struct Layer: Sendable {
    /// The kind of a layer. The raw values are stable: `inspect --json` prints them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
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
        case base64
        /// A text that was compressed with gzip, and then encoded in base64.
        case gzip
        /// A signed token (JSON Web Token). The text of the layer is one object with the header and the claims of the token, without the
        /// signature.
        case token = "jwt"
        case json

        /// The kind in texts for people: a mail gateway also makes layers of the kind `click-wrapper`.
        package var words: String { self == .clickWrapper ? "wrapper" : rawValue }

        /// Whether the layer wraps a whole link, rather than encoding a value.
        var wrapsLink: Bool {
            switch self {
            case .clickWrapper, .amp, .archive, .attribution, .intent, .intentFallback, .androidApp: true
            case .link, .parameters, .percentEncoding, .base64, .gzip, .token, .json: false
            }
        }
    }

    package let kind: Kind
    /// The service that wrapped the link. Nil if none is known.
    package let service: Service?
    /// The app that gets the link of an intent. Nil if the intent names none.
    package let package: String?
    /// Whether the text stands in the outer layer as it is, without an encoding.
    let isVerbatim: Bool
    /// Whether the layer was removed from the whole outer link, rather than from a value in that link.
    package var wrapsLink: Bool { kind.wrapsLink }
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

    /// The secrets of the text that were found in the link as a whole. The text alone may not show them: the `code` in a fragment is one
    /// because of the path before the fragment.
    package let secrets: [Range<Int>]
}
