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
