import Synchronization

/// What has come of the inputs so far that the outcome of all depends on. Pure.
struct AllRecord<Value: Sendable>: Sendable {
    /// The values by index; empty when nobody asked for them.
    var values: [Value?]
    private var errors: [(index: Int, error: any Error)] = []
    private var anyCancelled = false

    init(values: [Value?]) {
        self.values = values
    }

    mutating func note(_ index: Int, _ outcome: Outcome<Value>) {
        switch outcome {
        case .success(let value): if index < values.count { values[index] = value }
        case .failure(let error): errors.append((index, error))
        case .cancelled: anyCancelled = true
        }
    }

    /// Errors win over cancellations, and both over success.
    func outcome<Result: Sendable>(_ combine: ([Value?]) -> Result) -> Outcome<Result> {
        if let failure: Outcome<Result> = AggregateError.failure(of: errors) { return failure }
        return anyCancelled ? .cancelled : .success(combine(values))
    }
}

/// A future that settles when the last of its inputs has.
final class AllStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, FutureJoin, @unchecked Sendable {
    // Unchecked as its superclass; what is added is immutable or synchronised.
    private let remaining: Atomic<Int>
    private let record: Locked<AllRecord<Input>>
    private let keepsValues: Bool
    private let combine: @Sendable ([Input?]) -> Value

    init(count: Int, keepsValues: Bool, _ combine: @escaping @Sendable ([Input?]) -> Value) {
        remaining = Atomic(count)
        record = Locked(AllRecord(values: keepsValues ? Array(repeating: nil, count: count) : []))
        self.keepsValues = keepsValues
        self.combine = combine
        super.init()
    }

    var isDecided: Bool { false }

    func report(_ index: Int, _ input: FutureStorage<Input>) -> ObserverChain {
        if let outcome = input.written, keepsValues || !outcome.isSuccess {
            record.withLock { $0.note(index, outcome) }
        }
        guard remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return .empty }
        // The last one: nobody else comes any more.
        let record = record.withLock { record in
            defer { record = AllRecord(values: []) }
            return record
        }
        return settleClaimed(record.outcome(combine))
    }
}

extension Future {
    /// A future that settles when every one of `futures` has: none is left behind, and none fails it early.
    ///
    /// It succeeds if all have, at once if there are none. Otherwise it fails: with the error if there is one, with an
    /// ``AggregateError`` in the order of `futures` if there are several; and if there are only cancellations, it is
    /// cancelled. (Bolts-Swift lets cancellations win over errors and wraps a single error.)
    ///
    /// - Parameters:
    ///   - futures: What to wait for. The same one may be there twice.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAll(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        all(Array(futures), keepsValues: false, RawPlace(file, line, function)) { _ in }
    }

    /// As ``whenAll(_:)``, with the values in the order of `futures`.
    ///
    /// - Parameters:
    ///   - futures: What to wait for. The same one may be there twice.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    public static func whenAllResults(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<[Value]> {
        // All have succeeded, so every value is there.
        all(Array(futures), keepsValues: true, RawPlace(file, line, function)) { $0.compactMap { $0 } }
    }

    private static func all<Combined: Sendable>(
        _ futures: [Future<Value>], keepsValues: Bool, _ place: RawPlace, _ combine: @escaping @Sendable ([Value?]) -> Combined
    ) -> Future<Combined> {
        if futures.isEmpty { return Future<Combined>(combine([])) }
        let all = AllStorage<Value, Combined>(count: futures.count, keepsValues: keepsValues, combine)
        all.note(place)
        for (index, future) in futures.enumerated() {
            future.storage.observeOrReact(JoinObserver(index, of: all))
        }
        return Future<Combined>(storage: all)
    }
}
