public import Synchronization

// The storage of a future: does what `FutureState` answers. One object holds all there is: the state word, the
// outcome, and the record of spent observers. `Future` and `Promise` are two views of it.

/// The one object behind a future and its promise.
@usableFromInline
class FutureStorage<Value: Sendable>: FutureObserver, @unchecked Sendable {
    @usableFromInline final let state: Atomic<UInt>

    /// Written once, between claim and settle, by the one who claimed; read only after settle was seen. The state word's
    /// release and acquire order the two, so there is never a reader beside the writer.
    @usableFromInline final var written: Outcome<Value>?

    final let sweeping = Locked(SweepRecord())

    @inlinable
    override init() {
        state = Atomic(FutureState.pending.word)
        super.init()
    }

    @inlinable
    init(_ outcome: Outcome<Value>) {
        state = Atomic(FutureState.settled.word)
        written = outcome
        super.init()
    }

    deinit {
        // Nobody can settle this any more. Its observers go one after the other, not nested in each other's `deinit`.
        let left = FutureState(word: state.load(ordering: .acquiring)).newest
        if left != 0 { ThreadRun.release(pile: left) }
    }

    /// The outcome, if it is there.
    @inlinable final var outcome: Outcome<Value>? {
        FutureState(word: state.load(ordering: .acquiring)).isSettled ? written : nil
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

    /// Settles unless somebody was faster; answers whether it won. Observers run before it returns.
    @inlinable
    final func trySettle(_ outcome: Outcome<Value>) -> Bool {
        switch transition({ $0.claim() }) {
        case .write:
            let chain = settleClaimed(outcome)
            if !chain.isEmpty { ThreadRun.run(chain) }
            return true
        case .refused:
            return false
        case .refusedWhileWriting:
            awaitWinner()
            return false
        }
    }

    /// Writes and publishes the outcome; answers the observers to run. For the one who claimed, or the only one who can.
    @inlinable
    final func settleClaimed(_ outcome: Outcome<Value>) -> ObserverChain {
        written = outcome
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
        if isSettled { return false }
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
    @usableFromInline
    func lendHand() {}

    /// Who lost against a writer that has not finished waits for it (two stores), so that "refused" always means "decided".
    @usableFromInline
    final func awaitWinner() {
        while !isSettled {}
    }
}
