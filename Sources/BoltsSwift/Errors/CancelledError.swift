/// Thrown in a closure, it cancels the task that the closure makes.
public struct CancelledError: Error {
    /// A request to be cancelled.
    public init() {}
}
