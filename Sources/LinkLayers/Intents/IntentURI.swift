/// An intent written as a URI: `intent://host/path?query#Intent;key=value;…;end`, or `android-app://package/scheme/host/path`.
///
///    try IntentURI("intent://item/7#Intent;scheme=shop;package=com.example.shop;end").intent.data   // "shop://item/7"
///
/// The text is parsed like Android's `Intent.parseUri`, with two differences. First, some texts that Android accepts are clearly mistakes
/// and throw an error here: an unknown key without a value, a `#` inside the Intent part, and an android-app URI without a package. Second,
/// the host of `android-app://package/scheme/host` is kept even without a path after it, because Android itself prints such URIs.
package struct IntentURI: Sendable {
    package enum Form: String, Sendable, Hashable {
        case intent
        case androidApp = "android-app"
        /// Any other URI that has an Intent part.
        case other
    }

    /// A part of the text, in source order.
    package struct Part: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// `intent:` or `android-app://`.
            case prefix
            /// The data. In an `android-app:` URI, the package is included.
            case data
            /// `key=value`, with a key of the intent itself.
            case field(String)
            /// An extra, identified by its decoded name.
            case extra(String)
            /// `SEL`: the following fields belong to the selector.
            case selector
            case end
            /// Text after the end, which Android ignores.
            case trailing
        }

        package let kind: Kind
        /// The byte range in the text, without the `;` after the part.
        package let range: Range<Int>
        /// The byte range of the value, or of the whole part if it is not a pair.
        package let value: Range<Int>
        package let isInSelector: Bool
    }

    /// The text as it was written.
    package let text: String
    package let form: Form
    /// The intent that the text describes.
    package let intent: AndroidIntent
    package let parts: [Part]

    /// Parses a URI in linear time.
    package init(_ text: String) throws(IntentURIError) {
        var parser = IntentURIParser(Array(text.utf8))
        intent = try parser.parsed()
        self.text = text
        form = parser.form
        parts = parser.parts
    }

    /// Parses a URI that may lack its end, so that people see the fields that it has. Returns nil if it has another mistake.
    package init?(perhapsWithoutEnd text: String) {
        do throws(IntentURIError) {
            self = try IntentURI(text)
        } catch {
            let end = String(decoding: Self.missingEnd(of: Array(text.utf8)), as: UTF8.self)
            guard error.code == .missingEnd, let whole = try? IntentURI(text + end) else { return nil }
            self = whole
        }
    }

    /// Returns what is missing at the end of `…;`, `…;e` or `…`.
    static func missingEnd(of bytes: [UInt8]) -> [UInt8] {
        for written in 0..<3 where bytes.reversed().starts(with: (";end".utf8.prefix(written + 1)).reversed()) {
            return Array("end".utf8.dropFirst(written))
        }
        return Array(";end".utf8)
    }

    /// Whether the text has a part that begins with `#Intent;`.
    package var hasIntentPart: Bool { parts.contains { $0.kind == .end } }

    /// The canonical form of the same intent. The canonical form starts with `intent:`, has the keys in Android's order, and escapes values
    /// as Android does.
    package var uri: String { intent.uri }

    /// The canonical form that starts with `android-app:`. Nil if the intent names no package.
    package var androidAppURI: String? { intent.androidAppURI }
}
