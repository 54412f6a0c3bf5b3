/// The reason why a value cannot be written as JSON, and the path of the offending value.
public struct JSONSerializationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Sendable, Hashable {
        /// A number that JSON cannot express, such as NaN, an infinity or a malformed literal.
        case numberNotExpressible
        /// More than 512 nested containers, which common readers reject.
        case tooDeep
    }

    /// The kind of error.
    public let code: Code

    /// The path from the outermost value, such as `extras.items[3]`; empty for the outermost value itself.
    public let path: String

    /// The literal, if the error is about a number.
    public let literal: String?

    /// A sentence for the user that describes the error.
    public var description: String {
        let place = path.isEmpty ? "the value" : "the value at \(path)"
        return switch code {
        case .numberNotExpressible:
            "\(place) is the number \(literal ?? ""), which JSON cannot express: use another number, a string or null"
        case .tooDeep: "\(place) is nested more than \(JSONSerializer.greatestDepth) levels deep: make it flatter"
        }
    }
}
