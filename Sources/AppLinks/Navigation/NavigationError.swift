internal import JSONDocument

/// The reason why the URL for a destination could not be built.
public struct NavigationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error; its raw value is a stable identifier.
    public enum Code: String, Sendable, Hashable {
        /// The data or the extras hold a value that JSON cannot express, such as NaN.
        case notExpressible = "not-expressible-as-json"
        /// The extras are JSON but not an object.
        case extrasNotObject = "extras-not-an-object"
        /// The App Link data is JSON but not an object.
        case dataNotObject = "data-not-an-object"
        /// With the data added, the destination is no longer a URL.
        case notURL = "not-a-url"
    }

    /// The kind of error.
    public let code: Code

    /// One sentence that says what is wrong, where, and how to fix it.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: JSONSerializationError) {
        self.init(.notExpressible, "The link's data cannot be written as JSON: \(error). Leave the value out, or send it as a string.")
    }
}
