// Waits for the first of many futures. The other futures may stay pending forever. So when the race is decided, they are
// informed that their observers are spent. Otherwise, racing the same future repeatedly would pile up observers on it.

/// A pure record of the inputs that did not win.
struct AnyRecord: Sendable {
    private var remaining: Int
    private var errors: [(index: Int, error: any Error)] = []
    private var anyCancelled = false

    init(count: Int) {
        remaining = count
    }

    /// Records an input that did not win. After the last input, returns the combined outcome; cancellations win over errors.
    mutating func note<Value: Sendable>(_ index: Int, _ error: (any Error)?) -> Outcome<Value>? {
        if let error { errors.append((index, error)) } else { anyCancelled = true }
        remaining -= 1
        if remaining > 0 { return nil }
        return anyCancelled ? .cancelled : AggregateError.failure(of: errors)
    }
}

/// A future that settles with the first input that `accept` maps to a value.
// `@unchecked`: `record` is a lock around its state, and the other added properties are immutable. The rest is proved at `FutureStorage`.
final class AnyStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, FutureJoin, @unchecked Sendable {
    private let inputs: JoinInputs
    private let record: Locked<AnyRecord>
    private let accept: @Sendable (Future<Input>) -> Value?

    init(_ futures: [Future<Input>], _ accept: @escaping @Sendable (Future<Input>) -> Value?) {
        inputs = JoinInputs(futures)
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
        inputs.noteSpentObservers()
        return chain
    }
}

extension Future {
    /// Returns a future that succeeds with the value of the first of `futures` to succeed.
    ///
    /// If none of `futures` succeeds, the returned future settles when the last of them has settled. It is cancelled if at
    /// least one was cancelled. Otherwise it fails: with the error if there is only one future, or with an ``AggregateError``
    /// in the order of `futures`. If there are no futures, it succeeds at once with `nil`.
    ///
    /// This is `taskForCompletionOfAnyTask` of Bolts-ObjC. The "any" of Bolts-Swift and Bolts-Android is
    /// ``whenAnyCompletes(_:file:line:function:)``.
    ///
    /// - Parameters:
    ///   - futures: The futures to wait for; duplicates are allowed.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
    public static func whenAny(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value?> {
        any(Array(futures), RawPlace(file, line, function)) { future in
            guard case .success(let value)? = future.outcome else { return nil }
            return .some(.some(value))
        }
    }

    /// Returns a future that succeeds with the first of `futures` to settle, whatever its outcome; with `nil` if there are none.
    ///
    /// It never fails and is never cancelled: read the outcome of the future it returns.
    ///
    /// - Parameters:
    ///   - futures: The futures to wait for; duplicates are allowed.
    ///   - file: The file of the call, for ``FutureReports``.
    ///   - line: The line of the call.
    ///   - function: The calling function.
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
        first.observe(futures)
        return Future<First?>(storage: first)
    }
}
