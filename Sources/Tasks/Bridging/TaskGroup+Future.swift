public import Dispatch

extension ThrowingTaskGroup where Failure == any Error, ChildTaskResult: Sendable {
    /// Adds a child task that waits for `future`. It throws the error of a failed future, and `CancellationError` for a canceled one.
    ///
    /// When the group is canceled, the child ends at once, but the work behind the future goes on.
    /// - Parameters:
    ///   - future: The future to wait for.
    ///   - source: Canceled when the group is canceled. Pass the source of the work's token to stop the work as well.
    public mutating func add(_ future: Future<ChildTaskResult>, cancelling source: CancellationTokenSource? = nil) {
        addTask {
            guard let source else { return try await future.value }
            return try await future.value(cancelling: source)
        }
    }
}

extension TaskGroup {
    /// Adds a child task that waits for `future` and returns its outcome: `.cancelled` at once if the group is canceled.
    public mutating func add<Value: Sendable>(_ future: Future<Value>) where ChildTaskResult == Outcome<Value> {
        addTask { await future.settled() }
    }
}

extension DispatchGroup {
    /// Enters the group until `future` has settled, whatever its outcome.
    public func add(_ future: Future<some Sendable>) {
        enter()
        future.whenEnded { self.leave() }
    }

    /// Returns a future that succeeds once the group is empty. It settles on `queue`, so it settles later if `queue` is busy.
    public func future(
        on queue: DispatchQueue = .global(),
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        let promise = Promise<Void>(file: file, line: line, function: function)
        notify(queue: queue) { promise.set() }
        return promise.future
    }
}
