import Tasks

/// Tells lookups that share a fetcher when a silence has lasted too long.
///
/// The silence is that of all of them. A lookup that waits for its turn at the fetcher hears nothing for as long as others keep the fetcher busy;
/// each transfer and each script run has a time limit of its own, so a fetcher that works is heard of within that. When no lookup hears anything,
/// no answer is to be expected any more.
final class LookupClock: Sendable {
    /// How long a silence may last: longer than the longest time limit of one transfer or script run.
    let patience: Duration
    let timer: any FutureTimer
    private let news = Locked(0)

    init(patience: Duration, timer: any FutureTimer) {
        self.patience = patience
        self.timer = timer
    }

    /// How often something was heard.
    var count: Int { news.withLock { $0 } }

    func heard() { news.withLock { $0 &+= 1 } }
}
