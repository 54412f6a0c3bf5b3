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
