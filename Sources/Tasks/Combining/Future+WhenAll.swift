import Synchronization

// Waits for all of many futures. While inputs settle, only a counter is decremented. The thread that settles the last input
// then reads all outcomes. So threads that settle inputs at the same time do not wait for each other.

/// A future that settles when the last of its inputs settles.
// `@unchecked`: `remaining` is atomic and `conclude` immutable. After `init`, only the one thread that counts `remaining` down to 0 uses
// `inputs`. The rest is proved at `FutureStorage`.
@usableFromInline
final class AllStorage<Input: Sendable, Value: Sendable>: FutureStorage<Value>, @unchecked Sendable {
    private let remaining: Atomic<Int>
    /// A temporary cycle: the inputs hold their observers, which hold this object, which holds the inputs. The cycle ends when the
    /// last input settles, and every input does, because a future whose promise is dropped fails.
    @safe @exclusivity(unchecked) private var inputs: [Future<Input>]
    /// Combines the outcomes of the inputs. Created in the caller's module, so that it is specialized for the caller's types.
    private let conclude: @Sendable ([Future<Input>]) -> Outcome<Value>

    @usableFromInline
    init(_ inputs: [Future<Input>], _ conclude: @escaping @Sendable ([Future<Input>]) -> Outcome<Value>) {
        remaining = Atomic(inputs.count)
        self.inputs = inputs
        self.conclude = conclude
        super.init()
    }

    /// Counts one settled input. If it was the last input, settles this future and returns the observers to run.
    func countDown() -> ObserverChain {
        guard remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return .empty }
        // This was the last input, so no other thread can enter here.
        let inputs = inputs
        self.inputs = []
        return settleClaimed(conclude(inputs))
    }

    /// Runs the queued work behind the inputs.
    override func runQueuedWork() -> Bool {
        guard addPendingInput() else { return false }
        // This counts as a nested run, because an input may itself wait for a `whenAll`, and so on, and the stack is limited.
        let hasRun = ThreadRun.run(upTo: ThreadRun.immediateNestingLimit) {
            inputs.reduce(false) { hasRun, input in input.storage.lendHand() || hasRun }
        }
        let chain = countDown()
        if !chain.isEmpty { ThreadRun.run(chain) }
        return hasRun ?? false
    }

    /// Adds one pending input unless all inputs have settled. Until it is counted down again, `inputs` stays unchanged.
    private func addPendingInput() -> Bool {
        var seen = remaining.load(ordering: .acquiring)
        while seen > 0 {
            let swap = remaining.weakCompareExchange(expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
            if swap.exchanged { return true }
            seen = swap.original
        }
        return false
    }

    /// Combines the outcomes of the inputs: errors win over cancellations, and both win over success.
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

/// The observer of one input.
// `@unchecked`: the only added property, `all`, is immutable. The rest is proved at `FutureObserver`.
@usableFromInline
final class AllObserver<Input: Sendable, Value: Sendable>: FutureObserver, @unchecked Sendable {
    @usableFromInline let all: AllStorage<Input, Value>

    @inlinable
    init(_ all: AllStorage<Input, Value>) {
        self.all = all
        super.init()
    }

    // No user code runs in here, so the nesting depth needs no limit.
    @usableFromInline override var nestingLimit: Int { .max }

    @usableFromInline
    override func react() -> ObserverChain { all.countDown() }
}

extension Future {
    /// Returns a future that settles when all of `futures` have settled; a failure does not settle it early. Duplicates are allowed.
    ///
    /// It succeeds if all of them succeed, and at once if there are none. If one fails, it fails with that error; if several
    /// fail, with an ``AggregateError`` in the order of `futures`. If some are canceled and none fails, it is canceled.
    /// (In Bolts-Swift cancellations win over errors, and a single error is wrapped.)
    @inlinable
    public static func whenAll(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<Void> {
        all(Array(futures), RawPlace(file, line, function)) { _ in }
    }

    /// Waits like ``whenAll(_:file:line:function:)``; the future's value is the list of values in the order of `futures`.
    @inlinable
    public static func whenAllResults(
        _ futures: some Sequence<Future<Value>>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Future<[Value]> {
        // `combine` runs only if all inputs succeeded, so `compactMap` drops nothing.
        all(Array(futures), RawPlace(file, line, function)) { $0.compactMap { $0.storage.written?.value } }
    }

    @inlinable
    static func all<Combined: Sendable>(
        _ futures: [Future<Value>], _ place: RawPlace, _ combine: @escaping @Sendable ([Future<Value>]) -> Combined
    ) -> Future<Combined> {
        if futures.isEmpty { return Future<Combined>(combine([])) }
        let all = AllStorage<Value, Combined>(futures) { AllStorage<Value, Combined>.outcome(of: $0, combine) }
        all.note(place)
        if futures.contains(where: { $0.storage.lends }) { all.markLending() }
        for future in futures { future.storage.observeOrReact(AllObserver(all)) }
        return Future<Combined>(storage: all)
    }
}

/// The error of a combined future when several of its inputs failed.
///
/// Combined futures use this error only for two or more errors. A single error is passed on unchanged.
public struct AggregateError: Error, CustomStringConvertible {
    /// The errors, in the order of the input futures, not in the order they failed.
    public let errors: [any Error]

    /// Creates an aggregate of `errors`.
    public init(_ errors: [any Error]) {
        self.errors = errors
    }

    /// The number of errors, followed by each error.
    public var description: String {
        "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    }

    /// Returns the failure for these errors: nil for no error, the error itself for one, and an aggregate in index order for
    /// several.
    @usableFromInline
    static func failure<Value: Sendable>(of errors: [(index: Int, error: any Error)]) -> Outcome<Value>? {
        switch errors.count {
        case 0: nil
        case 1: .failure(errors[0].error)
        default: .failure(AggregateError(errors.sorted { $0.index < $1.index }.map(\.error)))
        }
    }
}
