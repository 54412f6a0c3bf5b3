import Synchronization

// Observers that have lost interest — an awaiting task that was cancelled, the losers of a race — must not pile up on a
// future that never settles. Each tells its future; once as many are spent as survived the last time, the pile is gone
// through once. So an observer costs the same however many there are, and the pile is never more than half rubbish.

/// What is to be known about a future besides its state, in four bytes: every future has them.
///
///     ┌──────┬───────────────┬───────────┬──────────────────────────────────┬───────┐
///     │ seen │ stays pending │ immediate │ threshold (its logarithm) less 3 │ spent │
///     └──────┴───────────────┴───────────┴──────────────────────────────────┴───────┘
@usableFromInline
@frozen
struct FutureMarks: Equatable, Sendable {
    @usableFromInline var word: UInt32

    @inlinable
    init(word: UInt32) {
        self.word = word
    }

    @inlinable static var plain: FutureMarks { FutureMarks(word: 0) }
    /// Of a continuation on the immediate executor.
    @inlinable static var immediate: FutureMarks { FutureMarks(word: 1 << 29) }

    private static let spentBits: UInt32 = 0xFFFF
    private static let thresholdShift: UInt32 = 16
    private static let seenBit: UInt32 = 1 << 31
    private static let staysPendingBit: UInt32 = 1 << 30
    /// What has nothing to do with observers.
    private static let kept: UInt32 = seenBit | staysPendingBit | immediate.word

    /// How many observers are spent.
    var spent: UInt32 { word & Self.spentBits }

    /// How many must be for it to be worth going through them.
    var threshold: UInt32 { 8 << (word >> Self.thresholdShift & 0xF) }

    /// Whether somebody has looked at the outcome.
    var isSeen: Bool {
        get { word & Self.seenBit != 0 }
        set { word = newValue ? word | Self.seenBit : word & ~Self.seenBit }
    }

    /// Whether it runs on the immediate executor.
    var isImmediate: Bool { word & Self.immediate.word != 0 }

    /// Whether it is left pending when its promise is dropped, rather than failed.
    var staysPending: Bool {
        get { word & Self.staysPendingBit != 0 }
        set { word = newValue ? word | Self.staysPendingBit : word & ~Self.staysPendingBit }
    }

    /// One more is spent; answers whether it is time to sweep.
    mutating func noteSpent() -> Bool {
        if spent < Self.spentBits { word += 1 }
        return spent >= threshold
    }

    mutating func swept(survivors: Int) {
        let logarithm = Int.bitWidth - max(8, survivors).leadingZeroBitCount - 1
        word = (word & Self.kept) | UInt32(min(12, logarithm - 3)) << Self.thresholdShift
    }
}

extension FutureCell {
    /// Held while any future's pile is gone through, which is rare: so no future needs a lock of its own.
    private static let sweepLock = Locked(())

    /// Puts the marks through `event` and installs what comes out.
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

    /// Somebody has looked at the outcome, or will.
    @_effects(notEscapingself) @inline(never)
    @usableFromInline
    final func noteSeen() {
        mark { $0.isSeen = true }
    }

    /// Its promise may be dropped, as with Bolts.
    final func leavePending() {
        mark { $0.staysPending = true }
    }

    final var isImmediate: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).isImmediate }

    final var staysPending: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).staysPending }

    /// Whether somebody has looked at the outcome.
    final var isSeen: Bool { FutureMarks(word: marks.load(ordering: .relaxed)).isSeen }

    /// An observer of this future is spent. Takes the spent ones out when there are many.
    final func noteSpentObserver() {
        if isSettled || !mark({ $0.noteSpent() }) { return }
        let removed = Self.sweepLock.withLock { _ in sweep() }
        // Outside of the lock: letting go of an observer may run anybody's `deinit`.
        ThreadRun.release(removed)
    }

    /// Takes the spent observers out of the pile. The lock is held: whoever meets the sweeping bit waits for it.
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

    /// Waits until the sweep that is under way is over; sleeps in the lock rather than spins.
    @usableFromInline
    final func awaitSweep() {
        Self.sweepLock.withLock { _ in }
    }
}
