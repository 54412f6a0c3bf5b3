/// Why a value cannot be written as JSON, and where in the value.
public struct JSONSerializationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable {
        /// A number that JSON cannot express: NaN, an infinity, an ill-written literal.
        case numberNotExpressible
        /// More than 512 containers inside each other; ordinary readers refuse that.
        case tooDeep
    }

    /// What is wrong.
    public let code: Code

    /// The way to the place: keys and positions from the outermost value, as `extras.items[3]`; empty for that value itself.
    public let path: String

    /// The number's literal, if it is about one.
    public let literal: String?

    /// One sentence for people.
    public var description: String {
        let place = path.isEmpty ? "the value" : "the value at \(path)"
        return switch code {
        case .numberNotExpressible:
            "\(place) is the number \(literal ?? ""), which JSON cannot express: use another number, a string or null"
        case .tooDeep: "\(place) is nested more than \(JSONSerializer.greatestDepth) levels deep: make it flatter"
        }
    }
}
