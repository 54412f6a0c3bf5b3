internal import JSONDocument

/// Why an App Link cannot be built, and what it is about.
public struct AppLinkBuildingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble, as a word that stays the same.
    public enum Code: String, Sendable, Hashable {
        /// An URL without a scheme, which nothing can open.
        case noScheme = "no-scheme"
        /// A referer whose name is empty: no reader would offer the way back.
        case emptyRefererName = "empty-referer-name"
        /// A version that readers do not accept.
        case wrongVersion = "wrong-version"
        /// A word of the protocol with a value of another type than it has there.
        case wrongType = "wrong-type"
        /// A number that JSON cannot express.
        case notExpressible = "not-expressible-as-json"
        /// A number beyond what a `Double` reaches, for which some readers refuse the whole data.
        case numberTooLarge = "number-too-large"
        /// More containers inside each other than readers take.
        case tooDeep = "too-deep"
        /// More bytes than an URL can have.
        case tooLong = "too-long"
    }

    /// The property of ``AppLinkBuilder`` that it is about.
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

    /// What kind of trouble.
    public let code: Code

    /// Where.
    public let part: Part

    /// The way to the place in the link's data, as `extras.items[3]`; empty where it is about none.
    public let path: String

    /// What happened, where, and what would help, in one sentence.
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
