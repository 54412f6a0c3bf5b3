extension Future {
    /// Returns a future that ends like the first of `futures` to settle, whatever its outcome.
    ///
    /// The others go on. To stop them, cancel the token that they observe once the race is over. Of futures that have already settled, the
    /// first in the order of `futures` wins. Without futures there is no winner: the race is canceled.
    ///
    /// ``whenAny(_:file:line:function:)`` waits for the first success instead, and ``whenAnyCompletes(_:file:line:function:)`` tells which
    /// future was first.
    /// - Parameters:
    ///   - futures: The futures to wait for; duplicates are allowed.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func race(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        whenAnyCompletes(futures, file: file, line: line, function: function)
            .continueOnSuccessWithFuture(.immediate, file: file, line: line, function: function) { $0 ?? .cancelled() }
    }
}
