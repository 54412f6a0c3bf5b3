public import Synchronization

// The storage of a future, in three layers, so that what runs often is compiled for the type at hand, and what does not
// depend on the type is compiled once:
//
//     FutureCell               the state word, its observers       no generics: also what runs when one is let go of
//     └ OutcomeHolder<Payload> the outcome                         its destructor finds Payload's without a search
//       └ FutureStorage<Value> settling and reading                inlined into the caller

/// A future without its outcome: does what `FutureState` answers.
@usableFromInline
class FutureCell: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added is synchronised.
    @usableFromInline final let state: Atomic<UInt>
    final let sweeping = Locked(SweepRecord())

    @usableFromInline
    init(_ state: FutureState) {
        self.state = Atomic(state.word)
        super.init()
    }

    deinit {
        // Nobody can settle this any more. Its observers go one after the other, not nested in each other's `deinit`.
        let left = FutureState(word: state.load(ordering: .acquiring)).newest
        if left != 0 { ThreadRun.release(pile: left) }
    }

    @inlinable final var isSettled: Bool {
        FutureState(word: state.load(ordering: .acquiring)).isSettled
    }

    /// Puts the state through `event` and installs what comes out, as often as it takes to be the only one.
    @inlinable
    final func transition<Answer>(_ event: (inout FutureState) -> Answer) -> Answer {
        var seen = state.load(ordering: .acquiring)
        while true {
            var next = FutureState(word: seen)
            let answer = event(&next)
            if next.word == seen { return answer }
            let swap = state.weakCompareExchange(
                expected: seen, desired: next.word, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring
            )
            if swap.exchanged { return answer }
            seen = swap.original
        }
    }

    /// The outcome has been written: lets everybody read it, and answers the observers to run.
    @inlinable
    final func publish() -> ObserverChain {
        while true {
            switch transition({ $0.settle() }) {
            case .run(newest: 0): return .empty
            case .run(let newest): return ObserverChain(pile: newest, antecedent: self)
            case .waitForSweep: awaitSweep()
            }
        }
    }

    /// Adds an observer, which will react once the outcome is there. Answers `false`, adding nothing, if it is there already.
    @inlinable
    final func observe(_ observer: FutureObserver) -> Bool {
        isSettled ? false : pile(observer)
    }

    @usableFromInline
    final func pile(_ observer: FutureObserver) -> Bool {
        let address = observer.retainedAddress()
        while true {
            let answer = transition { state in
                let answer = state.observe(address)
                if case .piled(let older) = answer { observer.link = older }
                return answer
            }
            switch answer {
            case .piled: return true
            case .waitForSweep: awaitSweep()
            case .settled:
                observer.link = 0
                _ = FutureObserver.take(address)
                return false
            }
        }
    }

    /// Adds an observer or, if the outcome is there already, lets it react before returning.
    @inlinable
    final func observeOrReact(_ observer: FutureObserver) {
        if !observe(observer) {
            observer.antecedentDidSettle(self)
            ThreadRun.run(observer)
        }
    }

    /// A thread is about to block until this settles: does its work for it, if it waits for a global queue to get to it.
    func lendHand() {}

    /// Who lost against a writer that has not finished waits for it (two stores), so that "refused" always means "decided".
    @usableFromInline
    final func awaitWinner() {
        while !isSettled {}
    }
}

/// A future with its outcome.
@usableFromInline
class OutcomeHolder<Payload>: FutureCell, @unchecked Sendable {
    /// Written once, between claim and settle, by the one who claimed; read only after settle was seen. The state word's
    /// release and acquire order the two, so there is never a reader beside the writer.
    @safe @exclusivity(unchecked)
    @usableFromInline final var written: Payload

    @inlinable
    init(_ state: FutureState, _ written: Payload) {
        self.written = written
        super.init(state)
    }
}
