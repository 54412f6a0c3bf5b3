/// Something about a future that somebody has probably overlooked.
public struct FutureReport: Sendable, CustomStringConvertible {
    /// What was overlooked.
    public enum Kind: Sendable {
        /// It failed with this error, and has gone without anybody asking how it ended.
        case unseenError(any Error)
        /// Its promise has gone before it was settled; it has failed with a ``BrokenPromise`` in consequence.
        case droppedPromise
    }

    /// What was overlooked.
    public let kind: Kind
    /// The future's type, such as `Future<Int>`.
    public let future: String
    /// Where the promise, or the future, was made.
    public let place: FuturePlace

    /// One line: what, and where it was made.
    public var description: String {
        switch kind {
        case .unseenError(let error): "\(future) made at \(place): nobody looked at its error: \(error)"
        case .droppedPromise: "\(future) made at \(place): its promise was dropped before it was settled"
        }
    }
}

/// The error of a future that cannot be settled any more, because whoever should have is gone.
public struct BrokenPromise: Error, Hashable, CustomStringConvertible {
    /// Who let go.
    public enum Reason: Sendable, Hashable {
        /// The last copy of the promise was dropped.
        case promiseDropped
        /// The executor with that name dropped the job it was given instead of running it.
        case jobDropped(executor: String)
    }

    /// Who let go.
    public let reason: Reason
    /// Where the promise was made, if reports are on (see ``FutureReports``).
    public let place: FuturePlace?

    /// An error with that reason.
    public init(_ reason: Reason, place: FuturePlace? = nil) {
        self.reason = reason
        self.place = place
    }

    /// Who let go and, if known, where the promise was made.
    public var description: String {
        let made = place.map { " (made at \($0))" } ?? ""
        return switch reason {
        case .promiseDropped: "the promise\(made) was dropped before it was settled"
        case .jobDropped(let executor): "the executor \(executor) dropped the job of a future\(made) instead of running it"
        }
    }
}
