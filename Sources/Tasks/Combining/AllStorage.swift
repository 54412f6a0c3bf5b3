import Synchronization

// All of many. Nothing is noted while inputs settle, only how many are left; whoever settles the last one goes through all of
// them. So threads that settle inputs at the same time do not wait for each other.

/// A future that settles when the last of its inputs has.
@usableFromInline
final class AllStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass; what is added is synchronised, or belongs to whoever reports the last input.
    private let remaining: Atomic<Int>
    /// Inputs hold their observers and so this, and this holds them: until the last has settled, which each does, as a
    /// future whose promise is dropped fails.
    @safe @exclusivity(unchecked) private var inputs: [Future<Input>]
    /// Made in the caller's module, and so compiled for its types.
    private let conclude: @Sendable ([Future<Input>]) -> Outcome<Value>

    @usableFromInline
    init(_ inputs: [Future<Input>], _ conclude: @escaping @Sendable ([Future<Input>]) -> Outcome<Value>) {
        remaining = Atomic(inputs.count)
        self.inputs = inputs
        self.conclude = conclude
        super.init()
    }

    /// One more has settled. Answers the observers that this settled in turn.
    func countDown() -> ObserverChain {
        guard remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return .empty }
        // The last one: nobody else comes any more.
        let inputs = inputs
        self.inputs = []
        return settleClaimed(conclude(inputs))
    }

    /// A thread is about to block until all have settled: does the work of those that wait for a global queue to get to them.
    override func lendHand() {
        guard takeShare() else { return }
        // Not of all that an input waits for in turn: that may be as deep as you like.
        for input in inputs { (input.storage as? ContinuedStorage<Input>)?.lendHand() }
        let chain = countDown()
        if !chain.isEmpty { ThreadRun.run(chain) }
    }

    /// Counts as one more input that has not settled, unless all have: until it is counted down, `inputs` stays as it is.
    private func takeShare() -> Bool {
        var seen = remaining.load(ordering: .acquiring)
        while seen > 0 {
            let swap = remaining.weakCompareExchange(expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
            if swap.exchanged { return true }
            seen = swap.original
        }
        return false
    }

    /// Errors win over cancellations, and both over success.
    @inlinable
    static func outcome(of inputs: [Future<Input>], _ combine: ([Future<Input>]) -> Value) -> Outcome<Value> {
        var errors: [(index: Int, error: any Error)] = []
        var anyCancelled = false
        for (index, input) in inputs.enumerated() {
            switch input.storage.written {
            case .success, nil: break
            case .failure(let error): errors.append((index, error))
            case .cancelled: anyCancelled = true
            }
        }
        if let failure: Outcome<Value> = AggregateError.failure(of: errors) { return failure }
        return anyCancelled ? .cancelled : .success(combine(inputs))
    }
}

/// One input's observer.
@usableFromInline
final class AllObserver<Input: Sendable, Value: Sendable>: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added never changes.
    @usableFromInline let all: AllStorage<Input, Value>

    @inlinable
    init(_ all: AllStorage<Input, Value>) {
        self.all = all
        super.init()
    }

    // No closure of the user's runs in here, so there is no reason to wait for a lower stack.
    @usableFromInline override var nestingLimit: Int { .max }

    @usableFromInline
    override func react() -> ObserverChain { all.countDown() }
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
    @inlinable
    public static func whenAll(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        all(Array(futures), RawPlace(file, line, function)) { _ in }
    }

    /// As ``whenAll(_:file:line:function:)``, with the values in the order of `futures`.
    ///
    /// - Parameters:
    ///   - futures: What to wait for. The same one may be there twice.
    ///   - file: Where this is called, for ``FutureReports``; so the next two.
    ///   - line: The line.
    ///   - function: The function.
    @inlinable
    public static func whenAllResults(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<[Value]> {
        // All have succeeded, so every value is there.
        all(Array(futures), RawPlace(file, line, function)) { $0.compactMap { $0.storage.written?.value } }
    }

    @inlinable
    static func all<Combined: Sendable>(
        _ futures: [Future<Value>], _ place: RawPlace, _ combine: @escaping @Sendable ([Future<Value>]) -> Combined
    ) -> Future<Combined> {
        if futures.isEmpty { return Future<Combined>(combine([])) }
        let all = AllStorage<Value, Combined>(futures) { AllStorage<Value, Combined>.outcome(of: $0, combine) }
        all.note(place)
        for future in futures { future.storage.observeOrReact(AllObserver(all)) }
        return Future<Combined>(storage: all)
    }
}
