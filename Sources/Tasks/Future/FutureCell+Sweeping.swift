import Synchronization

// Observers that have lost interest — an awaiting task that was cancelled, the losers of a race — must not pile up on a
// future that never settles. Each tells its future; once as many are spent as survived the last time, the pile is gone
// through once. So an observer costs the same however many there are, and the pile is never more than half rubbish.

/// How many observers of a future are spent, and when it is worth going through them. Four bytes: every future has one.
struct SweepRecord: Sendable {
    private var spent: UInt16 = 0
    /// The binary logarithm of how many there must be.
    private var threshold: UInt8 = 3

    /// One more is spent; answers whether it is time to sweep.
    mutating func noteSpent() -> Bool {
        spent += 1
        return spent >= 1 << threshold
    }

    mutating func swept(survivors: Int) {
        spent = 0
        let logarithm = Int.bitWidth - max(8, survivors).leadingZeroBitCount - 1
        threshold = UInt8(min(15, logarithm))
    }
}

extension FutureCell {
    /// An observer of this future is spent. Takes the spent ones out when there are many.
    final func noteSpentObserver() {
        if isSettled { return }
        let removed = sweeping.withLock { record -> ObserverChain in
            guard record.noteSpent() else { return .empty }
            return sweep(&record)
        }
        // Outside of the lock: letting go of an observer may run anybody's `deinit`.
        ThreadRun.release(removed)
    }

    /// Takes the spent observers out of the pile. The lock is held: whoever meets the sweeping bit waits for it.
    private final func sweep(_ record: inout SweepRecord) -> ObserverChain {
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
        record.swept(survivors: survivors)
        return removed
    }

    /// Waits until the sweep that is under way is over; sleeps in the lock rather than spins.
    @usableFromInline
    final func awaitSweep() {
        sweeping.withLock { _ in }
    }
}
