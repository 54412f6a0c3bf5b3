internal import JSONDocument

/// Why the URL for a destination could not be built.
public struct NavigationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble, as a word that stays the same.
    public enum Code: String, Sendable, Hashable {
        /// The data or the extras hold a value that JSON cannot express, as a number that is none.
        case notExpressible = "not-expressible-as-json"
        /// The extras are JSON but no object.
        case extrasNotObject = "extras-not-an-object"
        /// The App Link data is JSON but no object.
        case dataNotObject = "data-not-an-object"
        /// With the data in it the destination is no URL any more.
        case notURL = "not-a-url"
    }

    /// What kind of trouble.
    public let code: Code

    /// What happened, where, and what would help, in one sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: JSONSerializationError) {
        self.init(.notExpressible, "The link's data cannot be written as JSON: \(error). Leave the value out, or send it as a string.")
    }
}
