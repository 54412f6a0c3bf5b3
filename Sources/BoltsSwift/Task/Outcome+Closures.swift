internal import Tasks

extension Outcome {
    /// What `closure` comes to: Bolts' own cancellation error cancels, anything else it throws is a failure.
    static func of<TResult>(_ closure: () throws -> TResult) -> Outcome where Value == Carried<TResult> {
        do {
            return .success(Carried(try closure()))
        } catch {
            return .thrown(error)
        }
    }

    static func thrown(_ error: any Error) -> Outcome {
        error is CancelledError ? .cancelled : .failure(error)
    }
}
