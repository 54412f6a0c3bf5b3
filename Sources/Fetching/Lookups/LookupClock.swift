import Tasks

/// Counts the answers to all lookups that share a fetcher, so that a lookup can end if no answers come any more.
///
/// The answers to all lookups count, because a lookup may get no answer as long as other lookups keep the fetcher busy. Each transfer and
/// each script run has its own, shorter time limit, so a working fetcher gives some lookup an answer within that time. If no lookup gets an
/// answer for `patience`, none is to be expected any more.
final class LookupClock: Sendable {
    /// The maximum time without an answer. It is longer than the time limit of any transfer or script run.
    let patience: Duration
    let timer: any FutureTimer
    private let news = Locked(0)

    init(patience: Duration, timer: any FutureTimer) {
        self.patience = patience
        self.timer = timer
    }

    /// The number of answers so far.
    var count: Int { news.withLock { $0 } }

    func heard() { news.withLock { $0 &+= 1 } }
}
