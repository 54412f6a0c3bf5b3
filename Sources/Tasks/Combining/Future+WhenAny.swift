// Waits for the first of many futures. The others may stay pending forever; their observers are then spent, and the next sweep removes them.

/// A pure record of the inputs that did not win.
@usableFromInline
struct AnyRecord: Sendable {
    fileprivate var remaining: Int
    private(set) var errors: [(index: Int, error: any Error)] = []
    private(set) var anyCancelled = false

    /// Records an input that did not win. Returns whether it was the last.
    mutating func note(_ index: Int, _ error: (any Error)?) -> Bool {
        if let error { errors.append((index, error)) } else { anyCancelled = true }
        remaining -= 1
        return remaining == 0
    }
}

/// What an input that has settled does to its race.
@usableFromInline
enum AnyVerdict {
    /// The race is decided, by this input or by an earlier one. The caller runs these observers.
    case decided(ObserverChain)
    /// The input failed with this error, or was canceled.
    case lost((any Error)?)
}

/// A future that settles with the first input that wins.
// `@unchecked`: `record` is a lock around its state, and `judge` is immutable. The rest is proved at `FutureStorage`.
@usableFromInline
final class AnyStorage<Value: Sendable>: FutureStorage<Value>, FutureJoin, @unchecked Sendable {
    private let record: Locked<AnyRecord>
    /// Created in the caller's module, so that it is specialized for the caller's types.
    private let judge: @Sendable (AnyStorage, FutureCell) -> AnyVerdict

    @usableFromInline
    init(count: Int, _ judge: @escaping @Sendable (AnyStorage, FutureCell) -> AnyVerdict) {
        record = Locked(AnyRecord(remaining: count))
        self.judge = judge
        super.init()
    }

    @usableFromInline var isDecided: Bool { isSettled }

    @usableFromInline
    func report(_ index: Int, _ input: FutureCell) -> ObserverChain {
        switch judge(self, input) {
        case .decided(let chain): return chain
        case .lost(let error): return record.withLock({ $0.note(index, error) }) ? conclude() : .empty
        }
    }

    /// Settles after all inputs have ended and none has won: as canceled if an input was canceled, otherwise with the errors.
    private func conclude() -> ObserverChain {
        let (errors, anyCancelled) = record.withLock { ($0.errors, $0.anyCancelled) }
        return win(anyCancelled ? .cancelled : AggregateError.failure(of: errors) ?? .cancelled)
    }

    /// Settles unless another input has won. Returns the observers to run.
    @inlinable
    func win(_ outcome: Outcome<Value>) -> ObserverChain {
        guard let newest = claim() else { return .empty }
        return settle(outcome, claimed: newest)
    }
}

extension Future {
    /// Returns a future that succeeds with the value of the first of `futures` to succeed.
    ///
    /// If none of `futures` succeeds, the returned future settles when the last of them has settled. It is canceled if at
    /// least one was canceled. Otherwise it fails: with the error if there is only one future, or with an ``AggregateError``
    /// in the order of `futures`, which may have duplicates. If there are no futures, it succeeds at once with `nil`.
    ///
    /// This is `taskForCompletionOfAnyTask` of Bolts-ObjC. The "any" of Bolts-Swift and Bolts-Android is
    /// ``whenAnyCompletes(_:file:line:function:)``.
    @inlinable
    public static func whenAny(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value?> {
        any(Array(futures), RawPlace(file, line, function)) { any, input in
            switch input.outcome {
            case .success(let value)?: .decided(any.win(.success(value)))
            case .failure(let error)?: .lost(error)
            case .cancelled?, nil: .lost(nil)
            }
        }
    }

    /// Returns a future that succeeds with the first of `futures` to settle, whatever its outcome; with `nil` if there are none.
    ///
    /// The returned future never fails and is never canceled. Its value is the future that settled first, which has the outcome.
    @inlinable
    public static func whenAnyCompletes(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Future<Value>?> {
        any(Array(futures), RawPlace(file, line, function)) { any, input in .decided(any.win(.success(Future(storage: input)))) }
    }

    @inlinable
    static func any<First: Sendable>(
        _ futures: [Future<Value>], _ place: RawPlace,
        _ judge: @escaping @Sendable (AnyStorage<First?>, FutureStorage<Value>) -> AnyVerdict
    ) -> Future<First?> {
        if futures.isEmpty { return Future<First?>(nil) }
        let first = AnyStorage<First?>(count: futures.count) { any, input in
            // The inputs are these futures.
            judge(any, unsafe unsafeDowncast(input, to: FutureStorage<Value>.self))
        }
        first.note(place)
        for (index, future) in futures.enumerated() { first.observe(future.storage, at: index) }
        return Future<First?>(storage: first)
    }
}

extension Future {
    /// Returns a future that ends like the first of `futures` to settle, whatever its outcome.
    ///
    /// The others go on. To stop them, cancel the token that they observe once the race is over. Of futures that have already settled, the
    /// first in the order of `futures` wins. Without futures there is no winner: the race is canceled.
    ///
    /// ``whenAny(_:file:line:function:)`` waits for the first success instead, and ``whenAnyCompletes(_:file:line:function:)`` tells which
    /// future was first.
    public static func race(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Value> {
        whenAnyCompletes(futures, file: file, line: line, function: function)
            .continueOnSuccessWithFuture(.immediate, file: file, line: line, function: function) { $0 ?? .cancelled() }
    }
}
