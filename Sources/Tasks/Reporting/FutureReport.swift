/// A likely mistake: an error that no code has read or a promise that was never settled.
public struct FutureReport: Sendable, CustomStringConvertible {
    /// The kinds of mistake.
    public enum Kind: Sendable {
        /// The future failed with this error and was released without anything reading its outcome.
        case unseenError(any Error)
        /// The promise was dropped before it was settled, so the future failed with a ``BrokenPromise``.
        case droppedPromise
    }

    /// The kind of mistake.
    public let kind: Kind
    /// The future's type, such as `Future<Int>`.
    public let future: String
    /// Where the promise or the future was made.
    public let place: FuturePlace

    /// One line: the mistake, and where the future was made.
    public var description: String {
        switch kind {
        case .unseenError(let error): "\(future) made at \(place): nobody looked at its error: \(error)"
        case .droppedPromise: "\(future) made at \(place): its promise was dropped before it was settled"
        }
    }
}

/// The error of a future that cannot be settled any more.
public struct BrokenPromise: Error, Hashable, CustomStringConvertible {
    /// Why the future cannot be settled.
    public enum Reason: Sendable, Hashable {
        /// The last copy of the promise was dropped.
        case promiseDropped
        /// The executor with this name dropped the future's job instead of running it.
        case jobDropped(executor: String)
        /// The closure of a continuation returned the future that the continuation made, which would wait for itself.
        case followsItself
    }

    /// Why the future cannot be settled.
    public let reason: Reason
    /// Where the promise was made, if reports are on (see ``FutureReports``).
    public let place: FuturePlace?

    /// Creates an error with this reason.
    public init(_ reason: Reason, place: FuturePlace? = nil) {
        self.reason = reason
        self.place = place
    }

    /// The reason and, if known, where the promise was made.
    public var description: String {
        let made = place.map { " (made at \($0))" } ?? ""
        return switch reason {
        case .promiseDropped: "the promise\(made) was dropped before it was settled"
        case .followsItself: "a continuation returned its own future\(made), which would wait for itself"
        case .jobDropped(let executor): "the executor \(executor) dropped the job of a future\(made) instead of running it"
        }
    }
}
