/// How a future ended: with a value, with an error, or by cancellation.
///
/// A canceled future has neither a value nor an error, and an empty value (`nil`, `()`) is a success like any other.
@frozen
public enum Outcome<Value: Sendable>: Sendable {
    /// The future succeeded with this value.
    case success(Value)
    /// The future failed with this error.
    case failure(any Error)
    /// The future was canceled before it had a value or an error.
    case cancelled

    /// Creates the outcome of work that threw `error`: a cancellation for a `CancellationError`, a failure for any other error.
    @inlinable
    public init(thrown error: any Error) {
        self = error is CancellationError ? .cancelled : .failure(error)
    }

    /// The value of a success; `nil` otherwise.
    @inlinable public var value: Value? {
        if case .success(let value) = self { value } else { nil }
    }

    /// The error of a failure; `nil` for a success or a cancellation.
    @inlinable public var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// Whether the future was canceled.
    @inlinable public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// Returns the value. Throws the error of a failure, and `CancellationError` for a cancellation.
    @inlinable
    public func get() throws -> Value {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// Returns the same outcome with its value transformed; failures and cancellations stay as they are.
    @inlinable
    public func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> Outcome<Other> {
        switch self {
        case .success(let value): .success(try transform(value))
        case .failure(let error): .failure(error)
        case .cancelled: .cancelled
        }
    }
}

extension Outcome {
    /// Creates the outcome that a `Result` stands for: a `CancellationError` is a cancellation.
    @inlinable
    public init(_ result: Result<Value, some Error>) {
        switch result {
        case .success(let value): self = .success(value)
        case .failure(let error): self.init(thrown: error)
        }
    }
}

extension Result where Success: Sendable, Failure == any Error {
    /// Creates the result that an outcome stands for: a cancellation is the failure `CancellationError`.
    @inlinable
    public init(_ outcome: Outcome<Success>) {
        switch outcome {
        case .success(let value): self = .success(value)
        case .failure(let error): self = .failure(error)
        case .cancelled: self = .failure(CancellationError())
        }
    }
}
