// All of several futures of different types. Their values wait in slots, not in the futures: what waits for a future must
// not hold it, or dropping both would leave a ring.

/// Where the value of one of several futures waits for the others.
private final class ValueSlot<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    func put(_ new: Value) {
        value.withLock { $0 = new }
    }

    func take() throws -> Value {
        // Filled before the futures count as all over; `BrokenPromise` is for a slot that nobody will fill.
        guard let value = value.withLock({ $0.take() }) else { throw BrokenPromise(.promiseDropped) }
        return value
    }
}

extension Future where Value == Void {
    /// The values of two or more futures of any types, once every one of them has settled.
    ///
    ///     Future.whenAllResults(page, user).continueOnSuccessWith { page, user in … }
    ///
    /// Ends as ``whenAll(_:file:line:function:)`` does if one of them fails or is cancelled: none is left behind.
    /// - Parameters:
    ///   - first: What to wait for.
    ///   - second: What else.
    ///   - others: Any number of further ones.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAllResults<First: Sendable, Second: Sendable, each Other: Sendable>(
        _ first: Future<First>, _ second: Future<Second>, _ others: repeat Future<each Other>,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<(First, Second, repeat each Other)> {
        var endings: [Future<Void>] = []
        let firstSlot = slot(for: first, &endings)
        let secondSlot = slot(for: second, &endings)
        let slots = (repeat slot(for: each others, &endings))
        return whenAll(endings).continueOnSuccessWith(file: file, line: line, function: function) {
            (try firstSlot.take(), try secondSlot.take(), repeat try (each slots).take())
        }
    }

    /// Succeeds with nothing once two or more futures of any types have all succeeded.
    ///
    /// Ends as ``whenAll(_:file:line:function:)`` does if one of them fails or is cancelled: none is left behind.
    /// - Parameters:
    ///   - first: What to wait for.
    ///   - second: What else.
    ///   - others: Any number of further ones.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAll<First: Sendable, Second: Sendable, each Other: Sendable>(
        _ first: Future<First>, _ second: Future<Second>, _ others: repeat Future<each Other>,
        file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        var endings = [first.makeVoid(), second.makeVoid()]
        repeat endings.append((each others).makeVoid())
        return whenAll(endings, file: file, line: line, function: function)
    }

    private static func slot<Input: Sendable>(
        for future: Future<Input>, _ endings: inout [Future<Void>]
    ) -> ValueSlot<Input> {
        let slot = ValueSlot<Input>()
        endings.append(future.continueOnSuccessWith(.immediate) { slot.put($0) })
        return slot
    }
}
