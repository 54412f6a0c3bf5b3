/// The error of a task that waits for several tasks when at least one of them failed.
public struct AggregateError: Error {
    /// The errors, in the order of the input tasks. There is at least one error.
    public let errors: [any Error]

    init(errors: [any Error]) {
        self.errors = errors
    }
}
