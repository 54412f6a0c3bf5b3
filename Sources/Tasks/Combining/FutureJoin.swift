// The code that all joins share: one observer per input, which reports to the join. Inputs hold their observers, and the
// observers hold the join. The join holds its inputs weakly or not at all, so dropping pending inputs also releases the join.

/// An object that is informed when each of its inputs settles.
protocol FutureJoin: AnyObject, Sendable {
    associatedtype Input: Sendable

    /// Reports that the input at `index` has settled. Returns the observers to run if this settles the join.
    func report(_ index: Int, _ input: FutureStorage<Input>) -> ObserverChain

    /// Whether the outcomes of the remaining inputs no longer matter.
    var isDecided: Bool { get }
}

extension FutureJoin {
    /// Adds an observer to each input, until the join is decided.
    func observe(_ futures: [Future<Input>]) {
        for (index, future) in futures.enumerated() {
            if isDecided { return }
            future.storage.observeOrReact(JoinObserver(index, of: self))
        }
    }
}

/// The inputs of a join. They are not kept alive.
struct JoinInputs: Sendable {
    private struct Input: Sendable {
        weak let cell: FutureCell?
    }

    private let inputs: [Input]

    init<Value>(_ futures: [Future<Value>]) {
        inputs = futures.map { Input(cell: $0.storage) }
    }

    /// Lets the pending inputs drop their observers, because the join is decided.
    func noteSpentObservers() {
        for input in inputs { input.cell?.noteSpentObserver() }
    }
}

/// The observer of one input.
// `@unchecked`: only the one thread that settles the input uses `input`, and the other added properties are immutable. The rest is proved
// at `FutureObserver`.
final class JoinObserver<Join: FutureJoin>: FutureObserver, @unchecked Sendable {
    private let index: Int
    private let join: Join
    private var input: FutureStorage<Join.Input>?

    init(_ index: Int, of join: Join) {
        self.index = index
        self.join = join
        super.init()
    }

    // No user code runs in here, so the nesting depth needs no limit.
    override var nestingLimit: Int { .max }
    override var isSpent: Bool { join.isDecided }

    override func antecedentDidSettle(_ antecedent: FutureCell) {
        // This observer is only ever added to a future of type `Join.Input`.
        input = unsafe unsafeDowncast(antecedent, to: FutureStorage<Join.Input>.self)
    }

    override func react() -> ObserverChain {
        guard let input else { return .empty }
        self.input = nil
        return join.report(index, input)
    }
}
