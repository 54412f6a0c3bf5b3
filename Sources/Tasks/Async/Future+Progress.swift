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
