/// The error of a combined future when several of its inputs failed.
///
/// Combined futures use this error only for two or more errors. A single error is passed on unchanged.
public struct AggregateError: Error, CustomStringConvertible {
    /// The errors, in the order of the input futures, not in the order they failed.
    public let errors: [any Error]

    /// Creates an aggregate of `errors`.
    public init(_ errors: [any Error]) {
        self.errors = errors
    }

    /// The number of errors, followed by each error.
    public var description: String {
        "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    }

    /// Returns the failure for these errors: nil for no error, the error itself for one, and an aggregate in index order for
    /// several.
    @usableFromInline
    static func failure<Value: Sendable>(of errors: [(index: Int, error: any Error)]) -> Outcome<Value>? {
        switch errors.count {
        case 0: nil
        case 1: .failure(errors[0].error)
        default: .failure(AggregateError(errors.sorted { $0.index < $1.index }.map(\.error)))
        }
    }
}
