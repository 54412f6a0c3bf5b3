import Platform
public import Synchronization

// The storage of a future has two layers. The code that runs often is specialized for the value's type. The code that does
// not depend on the type is compiled once:
//
//     FutureCell             the state word, its observers, the payload     not generic; includes destruction
//     └ FutureStorage<Value> settling and reading                           inlined into the caller
//
// The slow paths are functions of their own, so that the code inlined into the caller stays small.

/// The part of a future that does not depend on its type. It carries out what `FutureState` decides.
// `@unchecked` like `FutureObserver`; the added state is atomic or ordered by the state word.
@usableFromInline
class FutureCell: FutureObserver, @unchecked Sendable {
    @usableFromInline final let state: Atomic<UInt>
    /// The word of a `FutureMarks`.
    @usableFromInline final let marks: Atomic<UInt32>
    /// The number of the place where the future was made; 0 unless `FutureReports` is on. Set before the future is shared.
    @safe @exclusivity(unchecked)
    @usableFromInline final var place: UInt32 = 0

    /// The value or error. It is written once, by the thread that claimed the future, and read only after the future was seen
    /// as settled. The release and acquire of the state word order the write and the reads, so they never overlap.
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
            // Nothing can settle this future any more. Its observers are released in a loop, not nested in each other's `deinit`.
            ThreadRun.release(pile: state.newest)
        }
    }

    /// Releases what the payload holds. Called from `deinit`.
    @inline(never)
    @usableFromInline
    func destroyPayload(_ ending: FutureEnding) {}

    /// Reports an error that nothing has read. Called from `deinit`.
    @inline(never)
    @usableFromInline
    func reportIfUnseen(_ ending: FutureEnding) {}

    @inlinable final var isSettled: Bool {
        FutureState(word: state.load(ordering: .acquiring)).isSettled
    }

    /// How the future ended; `nil` while it is pending.
    @inlinable @inline(__always) final var ending: FutureEnding? {
        FutureState(word: state.load(ordering: .acquiring)).ending
    }

    /// Initializes the state as settled, before the future is shared.
    @inlinable
    final func begin(_ ending: FutureEnding) {
        state.store(FutureState.settled(ending).word, ordering: .relaxed)
    }

    /// Applies `event` to the state and stores the result, retrying until no other thread has changed the state in between.
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

    /// Claims the right to write the outcome. Returns the pile of observers, or `nil` if another thread has decided the outcome.
    @inlinable @inline(__always)
    final func claim() -> UInt? {
        // The common case inline: pending, without contention.
        var next = FutureState(word: state.load(ordering: .relaxed))
        let seen = next.word
        if case .write(let newest) = next.claim(), state.compareExchange(expected: seen, desired: next.word, ordering: .acquiring).exchanged
        {
            return newest
        }
        return claimAmongOthers()
    }

    @inline(never)
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

    /// Publishes the outcome that the claiming thread has written. Returns the observers to run.
    @inlinable @inline(__always)
    final func publish(_ ending: FutureEnding, claimed newest: UInt) -> ObserverChain {
        // No other thread changes the word while the claimed bit is set, so a plain store loses nothing.
        state.store(FutureState.settled(ending).word, ordering: .releasing)
        return chain(newest)
    }

    /// Publishes the outcome of a future that only the caller can settle. Returns the observers to run.
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

    @inline(never)
    @usableFromInline
    final func publishAmongOthers(_ ending: FutureEnding) -> ObserverChain {
        while true {
            switch transition({ $0.settle(ending) }) {
            case .run(let newest): return chain(newest)
            case .waitForSweep: awaitSweep()
            }
        }
    }

    /// Turns the pile into a chain, telling each observer that this future has settled.
    @inlinable @inline(__always)
    final func chain(_ newest: UInt) -> ObserverChain {
        newest == 0 ? .empty : chainUp(newest)
    }

    @inline(never)
    @usableFromInline
    final func chainUp(_ newest: UInt) -> ObserverChain {
        ObserverChain(pile: newest, antecedent: self)
    }

    /// Adds an observer, which reacts when the future settles. Returns `false` without adding it if the future has settled.
    @inlinable
    final func observe(_ observer: FutureObserver) -> Bool {
        isSettled ? false : pile(observer)
    }

    @usableFromInline
    final func pile(_ observer: FutureObserver) -> Bool {
        // From now on, the observer is responsible for a possible error.
        if place != 0 { noteSeen() }
        return pileUnseen(observer)
    }

    /// Adds an observer that does not look at a possible error. Returns `false` without adding it if the future has settled.
    final func pileUnseen(_ observer: FutureObserver) -> Bool {
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

    /// Adds an observer or, if the future has settled, lets it react before returning.
    @inlinable
    final func observeOrReact(_ observer: FutureObserver) {
        if !observe(observer) {
            if place != 0 { noteSeen() }
            observer.antecedentDidSettle(self)
            ThreadRun.run(observer)
        }
    }

    /// Fails the future because its promise is gone, unless it has settled.
    @inline(never)
    @usableFromInline
    func breakPromise(_ reason: BrokenPromise.Reason) {}

    /// Raises the priority of the work behind this future, for a waiting task of that priority.
    func escalate(to priority: TaskPriority) {}

    /// Whether `escalate` does anything.
    @usableFromInline var escalates: Bool { false }

    /// The future that this one waits for, if that future lends.
    var lender: FutureCell? { nil }

    /// Runs the work of this future here if it is queued on a global queue. Returns whether it was.
    func runQueuedWork() -> Bool { false }

    /// Waits while the claiming thread writes the outcome (two stores), so that a refused caller always sees a settled future.
    @usableFromInline
    final func awaitWinner() {
        var patience = 100
        while !isSettled {
            patience -= 1
            // The claiming thread may have been preempted between the two stores.
            if patience < 0 { sched_yield() }
        }
    }
}
