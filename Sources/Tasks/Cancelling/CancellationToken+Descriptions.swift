extension CancellationTokenSource: CustomStringConvertible {
    /// `CancellationTokenSource: active` or `CancellationTokenSource: cancelled`.
    public var description: String { "CancellationTokenSource: \(token.stateDescription)" }
}

extension CancellationToken: CustomStringConvertible {
    /// `CancellationToken: active` or `CancellationToken: cancelled`.
    public var description: String { "CancellationToken: \(stateDescription)" }

    fileprivate var stateDescription: String { isCancellationRequested ? "cancelled" : "active" }
}
