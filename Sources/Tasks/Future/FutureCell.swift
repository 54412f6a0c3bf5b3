public import Synchronization

// The storage of a future, in two layers, so that what runs often is compiled for the type at hand, and what does not
// depend on the type is compiled once:
//
//     FutureCell             the state word, its observers, the payload     no generics: also what runs when one is let go of
//     └ FutureStorage<Value> settling and reading                           inlined into the caller

// A future that is made, settled and read within one function lies on the stack: the compiler sees that nobody keeps it,
// except where it cannot look inside. `@_effects(notEscaping self)` promises that of the slow paths. Each keeps the promise
// for a future that nobody observes; one that somebody does has been handed to a virtual method by `observeOrReact`, which
// promises nothing, and so lies on the heap.

/// A future without its type: does what `FutureState` answers.
@usableFromInline
class FutureCell: FutureObserver, @unchecked Sendable {
    // Unchecked as its superclass; what is added is synchronised.
    @usableFromInline final let state: Atomic<UInt>
    /// A `FutureMarks`.
    @usableFromInline final let marks: Atomic<UInt32>
    /// The number of the place where it was made; 0 unless reports are on (see `FutureReports`). Set before it is shared.
    @safe @exclusivity(unchecked)
    @usableFromInline final var place: UInt32 = 0

    /// Written once, between claim and settle, by the one who claimed; read only after settle was seen. The state word's
    /// release and acquire order the two, so there is never a reader beside the writer.
    @safe @exclusivity(unchecked)
    @usableFromInline final var payload: FuturePayload = (0, 0)

    @inlinable @inline(__always)
    init(_ marks: FutureMarks) {
        state = Atomic(FutureState.pending.word)
        self.marks = Atomic(marks.word)
        super.init()
    }

    @inlinable
    deinit {
        let state = FutureState(word: state.load(ordering: .acquiring))
        if let ending = state.ending {
            if place != 0 { reportIfUnseen(ending) }
            if ending.holdsReferences { destroyPayload(ending) }
        } else if state.newest != 0 {
            // Nobody can settle this any more. Its observers go one after the other, not nested in each other's `deinit`.
            ThreadRun.release(pile: state.newest)
        }
    }

    /// Lets go of what the payload holds. Called at the very end.
    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    func destroyPayload(_ ending: FutureEnding) {}

    /// It goes, having ended so: tells about an error that nobody looked at.
    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    func reportIfUnseen(_ ending: FutureEnding) {}

    @inlinable final var isSettled: Bool {
        FutureState(word: state.load(ordering: .acquiring)).isSettled
    }

    /// How it ended; `nil` while it is pending.
    @inlinable @inline(__always) final var ending: FutureEnding? {
        FutureState(word: state.load(ordering: .acquiring)).ending
    }

    /// Makes it a settled one before anybody else knows of it.
    @inlinable
    final func begin(_ ending: FutureEnding) {
        state.store(FutureState.settled(ending).word, ordering: .relaxed)
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
    @inlinable @inline(__always)
    final func claim() -> UInt? {
        // The usual case in line: pending, and nobody else about.
        var next = FutureState(word: state.load(ordering: .relaxed))
        let seen = next.word
        if case .write(let newest) = next.claim(), state.compareExchange(expected: seen, desired: next.word, ordering: .acquiring).exchanged
        {
            return newest
        }
        return claimAmongOthers()
    }

    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    final func claimAmongOthers() -> UInt? {
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
    @inlinable @inline(__always)
    final func publish(_ ending: FutureEnding, claimed newest: UInt) -> ObserverChain {
        // Whoever meets the claimed bit keeps away from the word, so nothing can be lost by a plain store.
        state.store(FutureState.settled(ending).word, ordering: .releasing)
        return chain(newest)
    }

    /// The outcome has been written by the only one who can: lets everybody read it, and answers the observers to run.
    @inlinable
    final func publish(_ ending: FutureEnding) -> ObserverChain {
        var next = FutureState(word: state.load(ordering: .relaxed))
        let seen = next.word
        if case .run(let newest) = next.settle(ending),
            state.compareExchange(expected: seen, desired: next.word, ordering: .acquiringAndReleasing).exchanged
        {
            return chain(newest)
        }
        return publishAmongOthers(ending)
    }

    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    final func publishAmongOthers(_ ending: FutureEnding) -> ObserverChain {
        while true {
            switch transition({ $0.settle(ending) }) {
            case .run(let newest): return chain(newest)
            case .waitForSweep: awaitSweep()
            }
        }
    }

    /// The pile as a chain, each told that this has settled.
    @inlinable @inline(__always)
    final func chain(_ newest: UInt) -> ObserverChain {
        newest == 0 ? .empty : chainUp(newest)
    }

    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    final func chainUp(_ newest: UInt) -> ObserverChain {
        ObserverChain(pile: newest, antecedent: self)
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
    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    func breakPromise(_ reason: BrokenPromise.Reason) {}

    /// A task of that priority has begun to wait: does what can be done to make it wait no longer than need be.
    func escalate(to priority: TaskPriority) {}

    /// Whether `escalate` does anything.
    @usableFromInline var escalates: Bool { false }

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
