// If all threads of a global queue wait for futures whose work is queued behind them, the queue never runs that work. So a thread that is
// about to wait lends a hand: it runs the queued work behind its future itself.
//
// The work may be far up a chain. An ordinary future does not know what it waits for. A future that lends does: it was made by a
// continuation on a global queue, or it waits for a future that lends.

extension FutureCell {
    /// How many futures are followed up a chain. Beyond that, the caller just waits. The limit also ends the search in futures that wait for
    /// each other.
    private static let reach = 100_000

    /// Runs the work behind this future that is queued on a global queue. Returns whether there was any.
    final func lendHand() -> Bool {
        guard lends, !isSettled else { return false }
        var path = [self as FutureCell]
        while path.count < Self.reach, let lender = path[path.count - 1].lender, !lender.isSettled { path.append(lender) }
        var hasRun = false
        // The farthest first: each may submit the next.
        while let cell = path.popLast() {
            if cell.runQueuedWork() { hasRun = true }
        }
        return hasRun
    }

    /// Does all that the calling thread can do for this future before the thread waits: runs the observers that the thread has deferred,
    /// because the future may depend on them, and lends a hand.
    final func helpBeforeWaiting() {
        repeat { ThreadRun.runDeferred() } while lendHand()
    }
}
