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

    package let form: Form
    /// The intent that the text describes.
    package let intent: AndroidIntent
    package let parts: [Part]

    /// Parses a URI in linear time.
    package init(_ text: String) throws(IntentURIError) {
        var parser = IntentURIParser(Array(text.utf8))
        intent = try parser.parsed()
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
    package static func missingEnd(of bytes: [UInt8]) -> [UInt8] {
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

/// The reason why a text is not an intent URI: what is wrong, where, and what was expected.
package struct IntentURIError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text starts with neither `intent:` nor `android-app:` and has no `#Intent;`.
        case notIntent = "not-an-intent"
        /// The text ends before the `end` of its Intent part.
        case missingEnd = "intent-without-end"
        /// The text between two `;` is not `key=value`.
        case notPair = "intent-not-a-pair"
        /// The key is unknown to every version of Android.
        case unknownKey = "intent-unknown-key"
        /// The type letter of an extra is unknown.
        case unknownType = "intent-unknown-type"
        /// The value does not fit its type.
        case badValue = "intent-bad-value"
        /// There is a `#` after `#Intent;`. Android takes the last `#` as the start of the Intent part.
        case strayHash = "intent-stray-hash"
        /// An `android-app:` URI names no package.
        case noPackage = "intent-no-package"
    }

    package let code: Code
    /// The byte offset of the error in the text.
    package let offset: Int
    /// What was expected at the offset, in words that can follow "expected".
    package let expected: String

    package var description: String {
        "\(problem) (byte \(offset + 1)): expected \(expected)."
    }

    private var problem: String {
        switch code {
        case .notIntent: "Not an intent URI"
        case .missingEnd: "The Intent part has no end"
        case .notPair: "Not a key=value pair"
        case .unknownKey: "Android does not know this key"
        case .unknownType: "Android does not know this type of extra"
        case .badValue: "The value does not match its type"
        case .strayHash: "The Intent part contains a #"
        case .noPackage: "The package is missing"
        }
    }
}
