// The first of many. The losers may stay pending for ever, so whoever wins tells them that nobody waits any more: racing
// against the same future again and again does not pile anything up on it.

/// What has come of the inputs that did not win. Pure.
struct AnyRecord: Sendable {
    private var remaining: Int
    private var errors: [(index: Int, error: any Error)] = []
    private var anyCancelled = false

    init(count: Int) {
        remaining = count
    }

    /// Notes an input that did not win; answers the outcome of all if it was the last. Cancellations win over errors.
    mutating func note<Value: Sendable>(_ index: Int, _ error: (any Error)?) -> Outcome<Value>? {
        if let error { errors.append((index, error)) } else { anyCancelled = true }
        remaining -= 1
        if remaining > 0 { return nil }
        return anyCancelled ? .cancelled : AggregateError.failure(of: errors)
    }
}

/// A future that settles with the first of its inputs that its rule accepts.
final class AnyStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, FutureJoin, @unchecked Sendable {
    // Unchecked as its superclass; what is added is immutable or synchronised.
    private struct WeakInput: Sendable {
        weak let storage: FutureStorage<Input>?
    }

    private let inputs: [WeakInput]
    private let record: Locked<AnyRecord>
    private let accept: @Sendable (Future<Input>) -> Value?

    init(_ futures: [Future<Input>], _ accept: @escaping @Sendable (Future<Input>) -> Value?) {
        inputs = futures.map { WeakInput(storage: $0.storage) }
        record = Locked(AnyRecord(count: futures.count))
        self.accept = accept
        super.init()
    }

    var isDecided: Bool { isSettled }

    func report(_ index: Int, _ input: FutureStorage<Input>) -> ObserverChain {
        if let value = accept(Future(storage: input)) { return decide(.success(value)) }
        let error = input.written?.error
        let last: Outcome<Value>? = record.withLock { $0.note(index, error) }
        return last.map { decide($0) } ?? .empty
    }

    private func decide(_ outcome: Outcome<Value>) -> ObserverChain {
        guard let newest = claim() else { return .empty }
        let chain = settle(outcome, claimed: newest)
        for input in inputs { input.storage?.noteSpentObserver() }
        return chain
    }
}

extension Future {
    /// A future that succeeds with the first success among `futures`; failures and cancellations wait for the others.
    ///
    /// With no success at all it is cancelled if one of them was, and fails otherwise: with the error if there is one, with
    /// an ``AggregateError`` in the order of `futures` if there are several. If there are no futures it succeeds at once
    /// with `nil`.
    ///
    /// This is the "any" of Bolts-ObjC. That of Bolts-Swift and Bolts-Android is ``whenAnyCompletes(_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - futures: What to wait for. The same one may be there twice.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAny(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value?> {
        any(Array(futures), RawPlace(file, line, function)) { future in
            guard case .success(let value)? = future.outcome else { return nil }
            return .some(.some(value))
        }
    }

    /// A future that succeeds with the first of `futures` that settles, in whatever way; with `nil` if there are none.
    ///
    /// It is never cancelled and never fails: ask the future that it has for a result.
    ///
    /// - Parameters:
    ///   - futures: What to wait for. The same one may be there twice.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAnyCompletes(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Future<Value>?> {
        any(Array(futures), RawPlace(file, line, function)) { .some(.some($0)) }
    }

    private static func any<First: Sendable>(
        _ futures: [Future<Value>], _ place: RawPlace, _ accept: @escaping @Sendable (Future<Value>) -> First??
    ) -> Future<First?> {
        if futures.isEmpty { return Future<First?>(nil) }
        let first = AnyStorage<Value, First?>(futures, accept)
        first.note(place)
        for (index, future) in futures.enumerated() {
            if first.isSettled { break }
            future.storage.observeOrReact(JoinObserver(index, of: first))
        }
        return Future<First?>(storage: first)
    }
}
