/// What a task that waits for several fails with, if any of them did.
public struct AggregateError: Error {
    /// The errors, in the order of the tasks that were given; at least one.
    public let errors: [any Error]

    init(errors: [any Error]) {
        self.errors = errors
    }
}
