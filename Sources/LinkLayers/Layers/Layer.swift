/// One wrapping that was peeled off a link: what it was, where it stood, and what was in it.
///
///     https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJhIjoxfQ
///     0 click-wrapper  u         https://shop.example/?data=eyJhIjoxfQ
///     1 base64         u.data    {"a":1}                                  outer: 0
package struct Layer: Sendable {
    /// What a wrapping is. The raw values are stable: `inspect --json` prints them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page that only counts the click and goes on to the link in its parameter.
        case clickWrapper = "click-wrapper"
        /// A link of a service that finds out where users come from.
        case attribution
        /// Any other parameter or text that is a link.
        case link
        /// The data of an `intent:` URI.
        case intent
        /// What an `intent:` URI has a browser open where no app takes it.
        case intentFallback = "intent-fallback"
        /// What an `android-app:` URI leads to in its app.
        case androidApp = "android-app"
        /// A value that was percent-encoded once more than its place asks for.
        case percentEncoding = "percent-encoding"
        case base64
        case json

        /// Whether what was peeled off is a whole link, and not the writing of a value.
        var wrapsLink: Bool {
            switch self {
            case .clickWrapper, .attribution, .intent, .intentFallback, .androidApp: true
            case .link, .percentEncoding, .base64, .json: false
            }
        }
    }

    package let kind: Kind
    /// Whether it was peeled from the whole outer link, and not from a value in it.
    package var wrapsLink: Bool { kind.wrapsLink }
    /// The layer that this one was found in, an index of ``PeeledLink/layers``; nil for the link as it came.
    package let outer: Int?
    /// How many wrappings it is in: 1 for what stands in the link itself.
    package let depth: Int
    /// The names on the way to it: `u`, `al_applink_data.target_url`.
    package let path: String
    /// Its bytes in the outer layer's text, as they are written there.
    package let outerRange: Range<Int>
    /// What was in it, decoded.
    package let text: MappedText

    /// The bytes of the original link that it came from.
    package let range: Range<Int>
}

/// All layers of a link, the outer ones first.
package struct PeeledLink: Sendable {
    /// The link as it came.
    package let input: [UInt8]
    package let layers: [Layer]

    /// What a layer was peeled from: the whole outer link where that is a wrapping, else the value as it is written in it.
    package func from(_ layer: Layer) -> [UInt8] {
        let outer = layer.outer.map { layers[$0].text.bytes } ?? input
        return layer.kind.wrapsLink ? outer : Array(outer[layer.outerRange])
    }
}
