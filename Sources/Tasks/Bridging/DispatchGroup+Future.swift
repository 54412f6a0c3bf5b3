public import Dispatch

extension DispatchGroup {
    /// Enters the group until `future` has settled, whatever its outcome.
    public func add(_ future: Future<some Sendable>) {
        enter()
        future.whenEnded { self.leave() }
    }

    /// Returns a future that succeeds once the group is empty. It settles on `queue`, so it settles later if `queue` is busy.
    ///
    /// - Parameters:
    ///   - queue: The queue of the notification. The future settles there.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public func future(
        on queue: DispatchQueue = .global(),
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        let promise = Promise<Void>(file: file, line: line, function: function)
        notify(queue: queue) { promise.set() }
        return promise.future
    }
}
