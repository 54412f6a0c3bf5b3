/// The error of a future that did not settle in time; see ``Future/timeout(after:cancelling:timer:file:line:function:)``.
public struct TimeoutError: Error, Equatable, CustomStringConvertible {
    /// The limit that the future exceeded.
    public let limit: Duration

    /// Creates the error of a future that exceeded this limit.
    public init(limit: Duration) {
        self.limit = limit
    }

    /// The limit in words.
    public var description: String { "not settled within \(limit)" }
}

extension Future {
    /// Returns a future that ends like this one, or fails with a ``TimeoutError`` if this one has not settled within `limit`.
    ///
    ///     let source = CancellationTokenSource()
    ///     let page = load(token: source.token).timeout(after: .seconds(10), cancelling: source)
    ///
    /// The work behind this future goes on unless it observes the token of `source`. A future that has already settled is never late, whatever
    /// the limit. The timer is released when this future settles.
    /// - Parameters:
    ///   - limit: How long to wait. With zero or less, a pending future is late at once.
    ///   - source: Canceled when the time is over, before the new future fails. Pass the source of the work's token to stop the work.
    ///   - timer: The timer that measures the limit.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public func timeout(
        after limit: Duration, cancelling source: CancellationTokenSource? = nil, timer: any FutureTimer = .dispatch,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        if isCompleted { return self }
        let race = CancellationTokenSource()
        let late = Future<Void>.withDelay(limit, token: race.token, timer: timer)
            .continueOnSuccessWith(.immediate) { () throws -> Value in throw TimeoutError(limit: limit) }
        return Self.whenAnyCompletes([self, late], file: file, line: line, function: function)
            .continueOnSuccessWithFuture(.immediate, file: file, line: line, function: function) { first in
                // Releases the timer, if the future was in time.
                race.cancel()
                guard let first else { return .cancelled() }
                if first === late { source?.cancel() }
                return first
            }
    }
}
