// Waits for several futures of different types. The values are kept in slots. If they were read from the futures at the end, the last
// continuation would hold the futures while they are pending, and pending futures hold their continuations: a retain cycle.

/// Stores the value of one of several futures until all have settled.
private final class ValueSlot<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    func put(_ new: Value) {
        value.withLock { $0 = new }
    }

    func take() throws -> Value {
        // The slot is filled before its future counts as settled, so this error is never thrown.
        guard let value = value.withLock({ $0.take() }) else { throw BrokenPromise(.promiseDropped) }
        return value
    }
}

extension Future where Value == Void {
    /// Returns a future of the values of two or more futures of any types, once all of them have settled.
    ///
    ///     Future.whenAllResults(page, user).continueOnSuccessWith { page, user in … }
    ///
    /// If some of them fail or are canceled, it ends like ``whenAll(_:file:line:function:)``.
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

    /// Returns a future that succeeds once two or more futures of any types have all succeeded.
    ///
    /// If some of them fail or are canceled, it ends like ``whenAll(_:file:line:function:)``.
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
