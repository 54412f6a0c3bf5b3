/// An intent as a URI has it: `intent://host/path?query#Intent;key=value;…;end`, or `android-app://package/scheme/host/path`.
///
///     try IntentURI("intent://item/7#Intent;scheme=shop;package=com.example.shop;end").intent.data   // "shop://item/7"
///
/// It is read as Android's `Intent.parseUri` reads it, with two differences. What Android passes over although its author cannot have
/// meant it (an unknown key without a value, a `#` inside the Intent part, an android-app URI without a package) is an error here. And the
/// host of `android-app://package/scheme/host` is kept where no path follows it, as Android itself prints such a URI.
package struct IntentURI: Sendable {
    package enum Form: String, Sendable, Hashable {
        case intent
        case androidApp = "android-app"
        /// Some other URI with an Intent part behind it.
        case other
    }

    /// A part of the text, in the order of the text.
    package struct Part: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// `intent:` or `android-app://`.
            case prefix
            /// The data; of an android-app URI the package, too.
            case data
            /// `key=value`, with a key of the intent itself.
            case field(String)
            /// An extra, by its decoded name.
            case extra(String)
            /// `SEL`: what follows belongs to the selector.
            case selector
            case end
            /// What follows the end, which nobody reads.
            case trailing
        }

        package let kind: Kind
        /// Its bytes in the text, without the `;` behind it.
        package let range: Range<Int>
        /// The bytes of its value; the whole part where it is no pair.
        package let value: Range<Int>
        package let isInSelector: Bool
    }

    /// The text as it was written.
    package let text: String
    package let form: Form
    /// What it says.
    package let intent: AndroidIntent
    package let parts: [Part]

    /// Reads a URI. The time is linear in its length.
    package init(_ text: String) throws(IntentURIError) {
        var parser = IntentURIParser(Array(text.utf8))
        intent = try parser.parsed()
        self.text = text
        form = parser.form
        parts = parser.parts
    }

    /// The canonical way to write the same intent: always as `intent:`, the keys in Android's order, everything escaped that can be.
    package var uri: String { intent.uri }
}
