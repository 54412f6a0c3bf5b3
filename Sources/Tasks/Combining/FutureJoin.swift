// What whenAll and whenAny have in common: one observer for each input, reporting to the one future they make.
// Inputs hold their observers and so the join, never the other way round: inputs that are dropped pending take it along.

/// A future that hears of each of its inputs.
protocol FutureJoin: AnyObject, Sendable {
    associatedtype Input: Sendable

    /// The input at that index has settled. Answers the observers that this settled in turn.
    func report(_ index: Int, _ input: FutureStorage<Input>) -> ObserverChain

    /// Whether it does not matter any more how the other inputs end.
    var isDecided: Bool { get }
}

/// One input's observer.
final class JoinObserver<Join: FutureJoin>: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; `input` is written by whoever took the pile.
    private let index: Int
    private let join: Join
    private var input: FutureStorage<Join.Input>?

    init(_ index: Int, of join: Join) {
        self.index = index
        self.join = join
        super.init()
    }

    // No closure of the user's runs in here, so there is no reason to wait for a lower stack.
    override var nestingLimit: Int { .max }
    override var isSpent: Bool { join.isDecided }

    override func antecedentDidSettle(_ antecedent: FutureObserver) {
        // Only ever added to a future of the join's inputs.
        input = unsafe unsafeDowncast(antecedent, to: FutureStorage<Join.Input>.self)
    }

    override func react() -> ObserverChain {
        guard let input else { return .empty }
        self.input = nil
        return join.report(index, input)
    }
}
