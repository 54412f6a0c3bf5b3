internal import JSONDocument

/// The reason why an App Link cannot be built, and the property that causes the problem.
public struct AppLinkBuildingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error; its raw value is a stable identifier.
    public enum Code: String, Sendable, Hashable {
        /// A URL without a scheme, which nothing can open.
        case noScheme = "no-scheme"
        /// A referer with an empty name. No reader would offer to return to it.
        case emptyRefererName = "empty-referer-name"
        /// A version that readers do not accept.
        case wrongVersion = "wrong-version"
        /// A field of the protocol whose value has the wrong type.
        case wrongType = "wrong-type"
        /// A number that JSON cannot express.
        case notExpressible = "not-expressible-as-json"
        /// A number beyond the range of `Double`, for which some readers reject the whole data.
        case numberTooLarge = "number-too-large"
        /// Containers nested deeper than readers allow.
        case tooDeep = "too-deep"
        /// More bytes than a URL can have.
        case tooLong = "too-long"
    }

    /// The property of ``AppLinkBuilder`` that caused the error.
    public enum Part: String, Sendable, Hashable {
        /// ``AppLinkBuilder/target``
        case target
        /// ``AppLinkBuilder/app``
        case app
        /// ``AppLinkBuilder/extras``
        case extras
        /// ``AppLinkBuilder/referer``
        case referer
        /// ``AppLinkBuilder/data``
        case data
    }

    /// The kind of error.
    public let code: Code

    /// The property that caused the error.
    public let part: Part

    /// The path of the value in the link's data, such as `extras.items[3]`; empty if the error is not about a value.
    public let path: String

    /// One sentence that says what is wrong, where, and how to fix it.
    public let description: String

    init(_ code: Code, _ part: Part, path: String = "", _ description: String) {
        self.code = code
        self.part = part
        self.path = path
        self.description = description
    }

    init(_ error: JSONSerializationError, _ part: Part) {
        let code: Code =
            switch error.code {
            case .numberNotExpressible: .notExpressible
            case .tooDeep: .tooDeep
            }
        self.init(code, part, path: error.path, "The link's data cannot be written: \(error).")
    }
}
