public import Synchronization

// Spent observers, such as an awaiting task that was canceled or the losers of a race, must not pile up on a future that never settles.
// So a future counts the observers that are spent or may be: a wait when it is given up, and a race when it begins, because a race does not
// hold its inputs and so cannot tell them when it ends. When the count reaches about the number of observers that survived the last
// sweep, a new sweep removes the spent ones. So the cost per observer is constant, and a pile is at most about twice as long as it ever
// needed to be.

/// Four bytes of facts about a future besides its state.
///
///     ┌──────┬───────────────┬───────────┬───────┬──────────────────────────────────┬───────┐
///     │ seen │ stays pending │ immediate │ lends │ threshold (its logarithm) less 3 │ count │
///     └──────┴───────────────┴───────────┴───────┴──────────────────────────────────┴───────┘
@usableFromInline
@frozen
struct FutureMarks: Equatable, Sendable {
    @usableFromInline var word: UInt32

    @inlinable
    init(word: UInt32) {
        self.word = word
    }

    @inlinable static var plain: FutureMarks { FutureMarks(word: 0) }
    /// The marks of a continuation on the immediate executor.
    @inlinable static var immediate: FutureMarks { FutureMarks(word: 1 << 29) }

    /// The mark of a future with work behind it that may be queued on a global queue.
    @inlinable static var lends: FutureMarks { FutureMarks(word: 1 << 28) }

    private static let countBits: UInt32 = 0xFFFF
    private static let thresholdShift: UInt32 = 16
    private static let seenBit: UInt32 = 1 << 31
    private static let staysPendingBit: UInt32 = 1 << 30
    /// The bits that a sweep must not change.
    private static let kept: UInt32 = seenBit | staysPendingBit | immediate.word | lends.word

    /// How many observers were counted since the last sweep.
    var count: UInt32 { word & Self.countBits }

    /// How many observers must be counted before a sweep is worthwhile.
    var threshold: UInt32 { 8 << (word >> Self.thresholdShift & 0xF) }

    /// Whether anything has read the outcome or will read it.
    var isSeen: Bool {
        get { word & Self.seenBit != 0 }
        set { word = newValue ? word | Self.seenBit : word & ~Self.seenBit }
    }

    /// Whether this is a continuation on the immediate executor.
    var isImmediate: Bool { word & Self.immediate.word != 0 }

    /// Whether the future stays pending, rather than fails, when its promise is dropped.
    var staysPending: Bool {
        get { word & Self.staysPendingBit != 0 }
        set { word = newValue ? word | Self.staysPendingBit : word & ~Self.staysPendingBit }
    }

    /// Counts one observer that is or may be spent; returns whether it is time to sweep.
    mutating func noteObserver() -> Bool {
        if count < Self.countBits { word += 1 }
        return count >= threshold
    }

    mutating func swept(survivors: Int) {
        let logarithm = Int.bitWidth - max(8, survivors).leadingZeroBitCount - 1
        word = (word & Self.kept) | UInt32(min(12, logarithm - 3)) << Self.thresholdShift
    }
}

extension FutureCell {
    /// Held during a sweep of any future. Sweeps are rare, so the futures share one lock.
    private static let sweepLock = Locked(())

    /// Applies `event` to the marks and stores the result, retrying until no other thread has changed them in between.
    private final func mark<Answer>(_ event: (inout FutureMarks) -> Answer) -> Answer {
        var seen = marks.load(ordering: .relaxed)
        while true {
            var next = FutureMarks(word: seen)
            let answer = event(&next)
            if next.word == seen { return answer }
            let swap = marks.weakCompareExchange(expected: seen, desired: next.word, ordering: .relaxed)
            if swap.exchanged { return answer }
            seen = swap.original
        }
    }

    /// Records that something has read the outcome or will read it.
    @inline(never)
    @usableFromInline
    final func noteSeen() {
        mark { $0.isSeen = true }
    }

    /// Lets the future stay pending when its promise is dropped, as in Bolts.
    final func leavePending() {
        mark { $0.staysPending = true }
    }

    /// Marks that work behind this future may be queued on a global queue. Called before the future is shared.
    @usableFromInline
    final func markLending() {
        mark { $0.word |= FutureMarks.lends.word }
    }

    /// Whether work behind this future may be queued on a global queue.
    @inlinable final var lends: Bool { marks.load(ordering: .relaxed) & FutureMarks.lends.word != 0 }

    final var isImmediate: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).isImmediate }

    final var staysPending: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).staysPending }

    /// Whether anything has read the outcome or will read it.
    final var isSeen: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).isSeen }

    /// Counts one observer that is spent or may be before the next one is counted, and sweeps the pile if there are many.
    final func countForSweep() {
        if isSettled || !mark({ $0.noteObserver() }) { return }
        let removed = Self.sweepLock.withLock { _ in sweep() }
        // Outside the lock, because releasing an observer may run any `deinit`.
        ThreadRun.release(removed)
    }

    /// Removes the spent observers from the pile. Called with `sweepLock` held; a thread that sees the sweeping bit waits for it.
    private final func sweep() -> ObserverChain {
        guard let pile = transition({ $0.beginSweep() }) else { return .empty }
        var removed = ObserverChain.empty
        var survivors = 0
        var newest: UInt = 0
        var lastKept: FutureObserver?
        var address = pile
        while let observer = FutureObserver.peek(address) {
            let older = observer.link
            if observer.isSpent {
                observer.link = 0
                removed.append(ObserverChain(first: address, last: address))
            } else {
                if let lastKept { lastKept.link = address } else { newest = address }
                lastKept = observer
                survivors += 1
            }
            address = older
        }
        lastKept?.link = 0
        transition { $0.endSweep(newest: newest) }
        mark { $0.swept(survivors: survivors) }
        return removed
    }

    /// Waits until the current sweep is over; blocks on the lock instead of spinning.
    @usableFromInline
    final func awaitSweep() {
        Self.sweepLock.withLock { _ in }
    }
}
