/// An error that cancels the task whose closure throws it.
public struct CancelledError: Error {
    /// Creates the error.
    public init() {}
}
