extension Future {
    /// Returns a future of the first element of an async sequence, or of `nil` if the sequence ends without one.
    ///
    /// An error of the sequence fails the future. To read several futures as an async sequence, use ``completions(of:)``.
    /// - Parameters:
    ///   - sequence: Read by a task of its own, which ends with the first element.
    ///   - token: Canceling it cancels that task.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func first<Elements: AsyncSequence & Sendable>(
        of sequence: Elements, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> where Value == Elements.Element? {
        async(token: token, file: file, line: line, function: function) {
            for try await element in sequence { return element }
            // The iterator of a canceled task may end early.
            try Task.checkCancellation()
            return nil
        }
    }

    /// Returns a future of the elements of an async sequence, in their order.
    ///
    /// An error of the sequence fails the future.
    /// - Parameters:
    ///   - sequence: Read by a task of its own.
    ///   - limit: How many elements are read at most, because a sequence may never end. The rest is not read.
    ///   - token: Canceling it cancels that task.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func elements<Elements: AsyncSequence & Sendable>(
        of sequence: Elements, atMost limit: Int, token: CancellationToken? = nil,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> where Value == [Elements.Element] {
        async(token: token, file: file, line: line, function: function) {
            var elements: [Elements.Element] = []
            if limit <= 0 { return elements }
            for try await element in sequence {
                elements.append(element)
                if elements.count == limit { return elements }
            }
            // The iterator of a canceled task may end early.
            try Task.checkCancellation()
            return elements
        }
    }
}

extension Future {
    /// Starts work that reports its progress, and returns its future with a stream of the progress.
    ///
    ///     let (copy, progress) = Future<Void>.withProgress(of: Double.self) { report in
    ///         .async { for part in 1...4 { try await copyPart(part); report(Double(part) / 4) } }
    ///     }
    ///     for await part in progress { bar.show(part) }
    ///     try await copy.value
    ///
    /// The stream ends when the future settles, and later reports are ignored. One task can read the stream. While no task reads it, only
    /// the reports that `buffering` selects are kept.
    /// - Parameters:
    ///   - type: The type of one report.
    ///   - buffering: Which reports are kept for a slow reader. By default only the newest report, which is all that a progress bar needs.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    ///   - body: Starts the work. It may call `report` on any thread. An error it throws fails the future.
    public static func withProgress<Report: Sendable>(
        of type: Report.Type = Report.self, buffering: AsyncStream<Report>.Continuation.BufferingPolicy = .bufferingNewest(1),
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
        _ body: (_ report: @escaping @Sendable (Report) -> Void) throws -> Future<Value>
    ) -> (future: Future<Value>, progress: AsyncStream<Report>) {
        let (progress, reports) = AsyncStream.makeStream(of: type, bufferingPolicy: buffering)
        let work: Future<Value>
        do { work = try body { reports.yield($0) } } catch { work = Future(error: error, file: file, line: line, function: function) }
        return (work.tap(.immediate, file: file, line: line, function: function) { _ in reports.finish() }, progress)
    }
}
