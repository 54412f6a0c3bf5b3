/// The time of a page, which is ours to hand out: all of it once what it is made of is there, and some more for what its scripts load then.
///
/// It passes as fast as the scripts can make it pass, so that what one does after three seconds is there at once. It is not handed out in small
/// slices: the browser gives less than it is told to for each. (The browser has a policy of its own that lets time stand still during requests. It
/// loses count when a page goes on to another document, and then no time passes at all.)
struct PageClock {
    private let whole: Int
    private var left: Int
    private var refills = 3
    /// How often there is some more for what was loaded last: scripts do something with it.
    private var extra = 10
    /// What is being loaded, by the browser's names.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether some of it is passing.
    private(set) var isRunning = false

    /// - Parameter milliseconds: For one document.
    init(milliseconds: Int) {
        whole = milliseconds
        left = milliseconds
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

    /// What is to pass next, in milliseconds; nil while there is something to wait for, and at the end.
    mutating func next() -> Int? {
        guard !isRunning, loading.isEmpty else { return nil }
        let time: Int
        if left > 0 {
            time = left
        } else if hasLoaded, extra > 0 {
            extra -= 1
            time = whole * 2 / 5
        } else {
            return nil
        }
        left = 0
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
