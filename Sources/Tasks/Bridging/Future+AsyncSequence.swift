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
