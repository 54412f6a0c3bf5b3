/// The time of a page, which is ours to hand out: in slices, one when nothing is being loaded that scripts may wait for.
///
/// A slice passes as fast as the scripts can make it pass, so that what one does after three seconds is there at once; between two slices the
/// page's clock stands still, so that none of them runs into a time-out while an answer is on its way. (The browser has a policy of its own that
/// promises the same. It loses count when a page goes on to another document, and then no time passes at all.)
struct PageClock {
    private let whole: Int
    private let slice: Int
    private var left: Int
    private var refills = 3
    /// Slices beyond the time, each for what was loaded in the last one: scripts do something with it.
    private var extra = 10
    /// What is being loaded, by the browser's names.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether a slice is under way.
    private(set) var isRunning = false

    /// - Parameter milliseconds: For one document.
    init(milliseconds: Int, slice: Int = 500) {
        whole = milliseconds
        left = milliseconds
        self.slice = slice
    }

    mutating func started(_ request: String) {
        loading.insert(request)
        hasLoaded = true
    }

    mutating func finished(_ request: String) { loading.remove(request) }

    /// The page has all of its time again: what was before it was complete does not count.
    mutating func refill() {
        guard refills > 0 else { return }
        refills -= 1
        left = whole
    }

    mutating func expired() { isRunning = false }

    /// The next slice, in milliseconds; nil while there is something to wait for, and at the end.
    mutating func next() -> Int? {
        guard !isRunning, loading.isEmpty else { return nil }
        let time: Int
        if left > 0 {
            time = min(slice, left)
        } else if hasLoaded, extra > 0 {
            extra -= 1
            time = slice
        } else {
            return nil
        }
        left = max(0, left - time)
        hasLoaded = false
        isRunning = true
        return time
    }

    /// All that is left, whatever is being loaded; nil when there is none.
    mutating func rest() -> Int? {
        guard left > 0 else { return nil }
        defer { left = 0 }
        isRunning = true
        return left
    }

    /// Whether all of it has passed, and nothing is to be waited for.
    var isOver: Bool { left == 0 && !isRunning && loading.isEmpty && (!hasLoaded || extra == 0) }
}
