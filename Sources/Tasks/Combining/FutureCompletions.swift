// The code that joins share: one observer per input, which reports to the join. Inputs hold their observers, and the observers hold the
// join. The join does not hold its inputs, so dropping pending inputs also releases the join.

/// An object that is informed when each of its inputs settles.
@usableFromInline
protocol FutureJoin: AnyObject, Sendable {
    /// Reports that the input at `index` has settled. Returns the observers to run if this settles the join.
    func report(_ index: Int, _ input: FutureCell) -> ObserverChain

    /// Whether the outcomes of the remaining inputs no longer matter.
    var isDecided: Bool { get }
}

extension FutureJoin {
    /// Adds an observer to an input, unless the join is decided.
    @usableFromInline
    func observe(_ input: FutureCell, at index: Int) {
        if isDecided { return }
        input.observeOrReact(JoinObserver(index, of: self))
        input.countForSweep()
    }
}

/// The observer of one input.
// `@unchecked`: only the one thread that settles the input uses `input`, and the other added properties are immutable. The rest is proved
// at `FutureObserver`.
final class JoinObserver: FutureObserver, @unchecked Sendable {
    private let index: Int
    private let join: any FutureJoin
    @safe @exclusivity(unchecked)
    private var input: FutureCell?

    init(_ index: Int, of join: any FutureJoin) {
        self.index = index
        self.join = join
        super.init()
    }

    // No user code runs in here, so the nesting depth needs no limit.
    override var nestingLimit: Int { .max }
    override var isSpent: Bool { join.isDecided }

    override func antecedentDidSettle(_ antecedent: FutureCell) {
        input = antecedent
    }

    override func react() -> ObserverChain {
        guard let input = input.take() else { return .empty }
        return join.report(index, input)
    }
}
