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
    /// A `FutureMarks`.
    @usableFromInline final let marks = Atomic<UInt32>(0)
    /// The number of the place where it was made; 0 unless reports are on (see `FutureReports`). Set before it is shared.
    @safe @exclusivity(unchecked)
    @usableFromInline final var place: UInt32 = 0

    @inlinable
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

    /// Claims the right to write the outcome; answers the pile, or `nil` if somebody else has decided it.
    @inlinable
    final func claim() -> UInt? {
        while true {
            switch transition({ $0.claim() }) {
            case .write(let newest): return newest
            case .refused: return nil
            case .refusedWhileWriting:
                awaitWinner()
                return nil
            case .waitForSweep: awaitSweep()
            }
        }
    }

    /// The outcome has been written by who claimed: lets everybody read it, and answers the observers to run.
    @inlinable
    final func publish(claimed newest: UInt) -> ObserverChain {
        // Whoever meets the claimed bit keeps away from the word, so nothing can be lost by a plain store.
        state.store(FutureState.settled.word, ordering: .releasing)
        return chain(newest)
    }

    /// The outcome has been written by the only one who can: lets everybody read it, and answers the observers to run.
    @inlinable
    final func publish() -> ObserverChain {
        while true {
            switch transition({ $0.settle() }) {
            case .run(let newest): return chain(newest)
            case .waitForSweep: awaitSweep()
            }
        }
    }

    /// The pile as a chain, each told that this has settled.
    @inlinable
    final func chain(_ newest: UInt) -> ObserverChain {
        newest == 0 ? .empty : ObserverChain(pile: newest, antecedent: self)
    }

    /// Adds an observer, which will react once the outcome is there. Answers `false`, adding nothing, if it is there already.
    @inlinable
    final func observe(_ observer: FutureObserver) -> Bool {
        isSettled ? false : pile(observer)
    }

    @usableFromInline
    final func pile(_ observer: FutureObserver) -> Bool {
        // Whatever becomes of it is the observer's business now.
        if place != 0 { noteSeen() }
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
            case .waitForWriter: awaitWinner()
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
            if place != 0 { noteSeen() }
            observer.antecedentDidSettle(self)
            ThreadRun.run(observer)
        }
    }

    /// Its promise is gone: nobody else can settle it. Settles it as a failure, unless somebody was faster.
    @usableFromInline
    func breakPromise(_ reason: BrokenPromise.Reason) {}

    /// A task of that priority has begun to wait: does what can be done to make it wait no longer than need be.
    func escalate(to priority: TaskPriority) {}

    /// Whether `escalate` does anything.
    var escalates: Bool { false }

    /// A thread is about to block until this settles: does its work for it, if it waits for a global queue to get to it.
    func lendHand() {}

    /// Who comes while the winner writes waits for it (two stores), so that "refused" always means "decided".
    @usableFromInline
    final func awaitWinner() {
        var patience = 100
        while !isSettled {
            patience -= 1
            // The winner's thread may have been put off just there.
            if patience < 0 { yieldThread() }
        }
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
