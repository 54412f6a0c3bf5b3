internal import Tasks

extension Outcome {
    /// Returns the outcome of `closure`: canceled if it throws `CancelledError`, a failure if it throws any other error.
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
