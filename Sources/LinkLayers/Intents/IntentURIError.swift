/// Why a text is no intent URI: what is wrong, where, and what was expected there.
package struct IntentURIError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// It begins with neither `intent:` nor `android-app:` and has no `#Intent;`.
        case notIntent = "not-an-intent"
        /// The text ends before the `end` of its Intent part.
        case missingEnd = "intent-without-end"
        /// Something between two `;` that is no `key=value`.
        case notPair = "intent-not-a-pair"
        /// A key that no Android knows.
        case unknownKey = "intent-unknown-key"
        /// An extra with a type's letter that is none.
        case unknownType = "intent-unknown-type"
        /// A value that is not of its type.
        case badValue = "intent-bad-value"
        /// A `#` behind `#Intent;`: Android takes the last one for the beginning of the Intent part.
        case strayHash = "intent-stray-hash"
        /// An `android-app:` URI that names no package.
        case noPackage = "intent-no-package"
    }

    package let code: Code
    /// The byte of the text at which something else was expected.
    package let offset: Int
    /// What was expected there, in words that follow "expected".
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
