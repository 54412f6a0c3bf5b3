/// Several futures failed where one outcome was asked for.
///
/// There are always at least two: a single error is passed on as itself.
public struct AggregateError: Error, CustomStringConvertible {
    /// The errors, in the order of the futures that were given, not of their failing.
    public let errors: [any Error]

    /// An error made of `errors`.
    public init(_ errors: [any Error]) {
        self.errors = errors
    }

    /// The number of errors, and each of them.
    public var description: String {
        "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    }

    /// The failure that these errors amount to: none, the one itself, or an aggregate in the order of `index`.
    @usableFromInline
    static func failure<Value: Sendable>(of errors: [(index: Int, error: any Error)]) -> Outcome<Value>? {
        switch errors.count {
        case 0: nil
        case 1: .failure(errors[0].error)
        default: .failure(AggregateError(errors.sorted { $0.index < $1.index }.map(\.error)))
        }
    }
}
