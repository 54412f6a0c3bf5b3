/// How a future ended: with a value, with an error, or because somebody gave up on it.
///
/// The three cases exclude each other. A cancelled future has neither a value nor an error, and an empty value
/// (`nil`, `()`) is a success like any other.
@frozen
public enum Outcome<Value: Sendable>: Sendable {
    /// It ended with this value.
    case success(Value)
    /// It ended with this error.
    case failure(any Error)
    /// It was given up before there was a value or an error.
    case cancelled

    /// The outcome of work that threw `error`: a `CancellationError` is a cancellation, anything else a failure.
    @inlinable
    public init(thrown error: any Error) {
        self = error is CancellationError ? .cancelled : .failure(error)
    }

    /// The value of a success; `nil` otherwise.
    @inlinable public var value: Value? {
        if case .success(let value) = self { value } else { nil }
    }

    /// The error of a failure; `nil` otherwise, for a cancellation too.
    @inlinable public var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }

    @inlinable var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    @inlinable var isFailure: Bool {
        if case .failure = self { true } else { false }
    }

    /// Whether it was cancelled.
    @inlinable public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// The value, or an error thrown in its place: the failure's own, or `CancellationError` for a cancellation.
    @inlinable
    public func get() throws -> Value {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// The same outcome with its value put through `transform`; failures and cancellations stay as they are.
    @inlinable
    public func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> Outcome<Other> {
        switch self {
        case .success(let value): .success(try transform(value))
        case .failure(let error): .failure(error)
        case .cancelled: .cancelled
        }
    }
}
